import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

type Fetch = typeof globalThis.fetch;

/** Entry id → bytes of its file that this page has sent so far. */
const sent = new Map<string, number>();
const listeners = createListeners();

/** Notes how far the upload of an entry's file is. */
export function noteUpload(id: string, sentBytes: number): void {
  sent.set(id, sentBytes);
  listeners.tell();
}

/** How many bytes of an entry's file have left; null when this page does not send it: another tab or the worker may. */
export const useSentBytes = (id: string): number | null =>
  useSyncExternalStore(listeners.add, () => sent.get(id) ?? null);

/**
 * A fetch over XMLHttpRequest, which alone tells how much of a body has left. It takes an address, headers, a body and a
 * signal, and rejects as fetch does; an answer from another address than the one asked counts as none, and so does one that no
 * Response can hold.
 */
export function uploadFetch(onProgress: (sentBytes: number) => void): Fetch {
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(String(input), location.href).href;
      const request = new XMLHttpRequest();
      request.open(method, url);
      request.responseType = 'arraybuffer';
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      const fail = () => reject(signal?.reason ?? new TypeError('The upload failed'));
      request.upload.onprogress = ({ loaded }) => onProgress(loaded);
      request.onerror = fail;
      request.onabort = fail;
      request.onload = () => {
        if (request.responseURL !== url) return fail();
        try {
          resolve(answerOf(request));
        } catch {
          // Nobody else would end this: a request that is over hears no abort.
          fail();
        }
      };
      signal?.addEventListener('abort', () => request.abort());
      onProgress(0);
      request.send(body as XMLHttpRequestBodyInit);
    });
}

/** Throws when the answer is nothing that a Response can hold. */
function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request;
  const bytes = request.response as ArrayBuffer | null;
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ]);
  // A 204 may have no body, and no bytes are a body.
  return new Response(bytes?.byteLength ? bytes : null, { status, statusText, headers });
}

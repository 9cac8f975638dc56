import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

type Fetch = typeof globalThis.fetch;

/** Entry id → bytes of its file that this page has sent. */
const sent = new Map<string, number>();
const listeners = createListeners();

export function noteUpload(id: string, sentBytes: number): void {
  sent.set(id, sentBytes);
  listeners.emit();
}

/**
 * Bytes of an entry's file sent; null when this page does not send it: another tab or the worker
 * may.
 */
export const useSentBytes = (id: string): number | null =>
  useSyncExternalStore(listeners.add, () => sent.get(id) ?? null);

/**
 * A fetch over XMLHttpRequest, which alone reports upload progress. Takes an address, headers, a
 * body and a signal, and rejects as fetch does. An answer from another address, or one that no
 * Response can hold, counts as none.
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
          // Nothing else would end this: a finished request ignores an abort.
          fail();
        }
      };
      signal?.addEventListener('abort', () => request.abort());
      onProgress(0);
      request.send(body as XMLHttpRequestBodyInit);
    });
}

/** Throws when no Response can hold the answer. */
function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request;
  const bytes = request.response as ArrayBuffer | null;
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(':') + 1),
  ]);
  // A 204 may have no body, not even an empty one.
  return new Response(bytes?.byteLength ? bytes : null, { status, statusText, headers });
}

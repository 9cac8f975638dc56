import { classifyTransient } from '../core/server/classify-response.ts';
import type { Undecided } from '../core/server/backend.ts';

/**
 * Called with the received share of the file, 0 to 1; null if the server does not tell its size.
 */
export type OnProgress = (share: number | null) => void;

export type FetchedFile =
  | { outcome: 'read'; file: Blob }
  /** The file does not exist for this user. */
  | { outcome: 'unavailable' }
  | Undecided;

/** The connection counts as lost after this long without a byte. */
const STALLED_MS = 30_000;

/**
 * Fetches a stored file. Never rejects. `no-store`: Storage lets a browser keep a file by a signed
 * link for an hour, on a disk that outlives the sign-out.
 */
export async function fetchFile(url: string, onProgress: OnProgress): Promise<FetchedFile> {
  const stop = new AbortController();
  const watch = () => setTimeout(() => stop.abort(), STALLED_MS);
  let timer = watch();
  try {
    const response = await fetch(url, { cache: 'no-store', signal: stop.signal });
    const type = response.headers.get('content-type') ?? '';
    const { ok, status, body } = response;
    const isPage = /\bhtml\b/i.test(type);
    const transient = classifyTransient({ status, foreignStatus: status, notOurServer: isPage });
    if (transient) return transient;
    if (!ok || !body) return { outcome: 'unavailable' };
    const size = Number(response.headers.get('content-length')) || null;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = watch();
      parts.push(part.value);
      length += part.value.length;
      onProgress(size && Math.min(1, length / size));
    }
    return { outcome: 'read', file: new Blob(parts, { type }) };
  } catch {
    return { outcome: 'retry', reason: 'offline' };
  } finally {
    clearTimeout(timer);
  }
}

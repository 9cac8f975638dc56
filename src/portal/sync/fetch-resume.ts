import { readTransient } from '../../core/server/answer.ts';
import type { Undecided } from '../../core/server/backend.ts';
import { adminBackend } from '../../runtime/auth/portal-server.ts';

/**
 * Called with the received share of the file, 0 to 1; null if the server does not tell its size.
 */
type OnProgress = (share: number | null) => void;

export type ResumeFile =
  | { outcome: 'read'; file: Blob }
  /** The file does not exist for this user. */
  | { outcome: 'unavailable' }
  | Undecided;

/** The connection counts as lost after this long without a byte. */
const STALLED_MS = 30_000;

/**
 * Downloads a résumé by its link. Replaces a refused link, such as an expired one, once. Never
 * rejects.
 */
export async function readResume(
  path: string,
  url: string,
  onProgress: OnProgress,
): Promise<ResumeFile> {
  const read = await readFile(url, onProgress);
  if (read.outcome !== 'unavailable') return read;
  const signed = await adminBackend.signResumeLink(path);
  if (signed.outcome === 'answered') return readFile(signed.value, onProgress);
  return signed.outcome === 'retry' ? signed : read;
}

/**
 * `no-store`: Storage lets a browser keep a file by a signed link for an hour, on a disk that
 * outlives the sign-out.
 */
async function readFile(url: string, onProgress: OnProgress): Promise<ResumeFile> {
  const stop = new AbortController();
  const watch = () => setTimeout(() => stop.abort(), STALLED_MS);
  let timer = watch();
  try {
    const response = await fetch(url, { cache: 'no-store', signal: stop.signal });
    const type = response.headers.get('content-type') ?? '';
    const { ok, status, body } = response;
    const isPage = /\bhtml\b/i.test(type);
    const transient = readTransient({ status, foreignStatus: status, notOurServer: isPage });
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

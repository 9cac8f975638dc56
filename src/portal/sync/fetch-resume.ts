import { readTransient } from '../../core/server/answer.ts';
import type { Undecided } from '../../core/server/backend.ts';
import { adminBackend } from '../../runtime/auth/portal-server.ts';

/** Hears which share of the file has come, from 0 to 1; null where the server does not tell its size. */
type OnProgress = (share: number | null) => void;

export type ResumeFile =
  | { outcome: 'read'; file: Blob }
  /** There is no such file for this person. */
  | { outcome: 'unavailable' }
  | Undecided;

/** Without a byte for so long the connection counts as lost. */
const STALLED_MS = 30_000;

/** Reads a résumé by its link. A link that the server refuses, as an expired one, is replaced once. Never rejects. */
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

/** `no-store`: Storage lets a browser keep a file by a signed link for an hour, on a disk that outlives the sign-out. */
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

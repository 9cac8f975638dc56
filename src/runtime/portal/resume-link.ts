import { checkResume } from '../../core/domain/resume.ts';
import { adminBackend } from './admin-backend.ts';

export interface ResumeLink {
  url: string;
  /** The file's first bytes are not those of what its name says. */
  isSuspicious: boolean;
}

/** A link that downloads a résumé for an hour; null when none can be made. Nothing of it is kept. */
export async function signResumeLink(path: string): Promise<ResumeLink | null> {
  const answer = await adminBackend.signResumeLink(path);
  if (answer.outcome !== 'answered') return null;
  const bytes = await readFirstBytes(answer.value).catch(() => null);
  return { url: answer.value, isSuspicious: bytes !== null && !checkResume(path, bytes).ok };
}

/** The bucket takes what anybody sends it, so what a file is told to be proves nothing. */
async function readFirstBytes(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url, { headers: { range: 'bytes=0-15' } });
  if (!response.ok || !response.body) return null;
  const reader = response.body.getReader();
  const { value } = await reader.read();
  // A server that knows no ranges sends all of it.
  await reader.cancel();
  return value ?? null;
}

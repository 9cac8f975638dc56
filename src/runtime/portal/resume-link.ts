import { adminBackend } from './admin-backend.ts';

/** A link that downloads a résumé for an hour; null when none can be made. Nothing of it is kept. */
export async function signResumeLink(path: string): Promise<string | null> {
  const answer = await adminBackend.signResumeLink(path);
  return answer.outcome === 'answered' ? answer.value : null;
}

import type { AdminBackend } from '../../core/server/admin-backend.ts';
import type { TokenSource } from '../../core/server/signed-in.ts';
import { createSupabaseAdminBackend } from '../../core/server/supabase-admin-backend.ts';
import { createSupabasePushBackend } from '../../core/server/supabase-push-backend.ts';
import { createSupabaseTeamBackend } from '../../core/server/supabase-team-backend.ts';
import { createBucketCheck } from '../../core/server/supabase-calls.ts';
import { isUnsafeResume, RESUME_HEAD_BYTES } from '../../core/domain/resume.ts';
import { env } from '../env.ts';
import { tokenSource } from './token-source.ts';
import { uploadFetch } from '../uploads.ts';

const shared = {
  url: env.supabaseUrl,
  publishableKey: env.publishableKey,
  uploadFetch,
  checkBucket: createBucketCheck(),
};

/** The server with the token of the signed-in user. */
export const adminBackend = createSupabaseAdminBackend({ ...shared, token: tokenSource });

/** The server's part of web push, with the token of a session that has just ended. */
export const pushBackendWith = (token: TokenSource) =>
  createSupabasePushBackend({ ...shared, token });

/** The server's part of web push. */
export const pushBackend = pushBackendWith(tokenSource);

/** The server's part of the team: keys of devices, and photographs. */
export const teamBackend = createSupabaseTeamBackend({ ...shared, token: tokenSource });

/** The server for one user's work: `signed-out` once somebody else has signed in. */
export function adminBackendOf(userId: string): AdminBackend {
  const token: TokenSource = async (options) => {
    const current = await tokenSource(options);
    return current.outcome === 'token' && current.userId !== userId
      ? { outcome: 'signed-out' }
      : current;
  };
  return createSupabaseAdminBackend({ ...shared, token });
}

export interface ResumeLink {
  url: string;
  /** The file's first bytes do not match its name's type. */
  isSuspicious: boolean;
}

/** A link that downloads a résumé for an hour; null if none can be made. It is not stored. */
export async function signResumeLink(path: string): Promise<ResumeLink | null> {
  const answer = await adminBackend.signResumeLink(path);
  if (answer.outcome !== 'read') return null;
  const head = await readHead(answer.value).catch(() => null);
  return { url: answer.value, isSuspicious: head !== null && isUnsafeResume(path, head) };
}

/** The bucket accepts uploads from anybody, so a file's declared type proves nothing. */
async function readHead(url: string): Promise<Uint8Array | null> {
  const response = await fetch(url, {
    headers: { range: `bytes=0-${RESUME_HEAD_BYTES - 1}` },
    cache: 'no-store',
  });
  if (!response.ok || !response.body) return null;
  const reader = response.body.getReader();
  const head = new Uint8Array(RESUME_HEAD_BYTES);
  let length = 0;
  while (length < RESUME_HEAD_BYTES) {
    const { value, done } = await reader.read();
    if (done) break;
    head.set(value.subarray(0, RESUME_HEAD_BYTES - length), length);
    length += value.length;
  }
  // A server without range support sends the whole file.
  await reader.cancel();
  return head.subarray(0, length);
}

import type { AdminBackend } from '../../core/backend/admin-backend.ts';
import { createBucketCheck } from '../../core/backend/bucket-check.ts';
import { createSupabaseAdminBackend } from '../../core/backend/supabase-admin-backend.ts';
import type { TokenSource } from '../../core/backend/token-source.ts';
import { tokenSource } from '../auth/token-source.ts';
import { env } from '../env.ts';
import { uploadFetch } from '../upload-fetch.ts';

const shared = { url: env.supabaseUrl, publishableKey: env.publishableKey, uploadFetch, checkBucket: createBucketCheck() };

/** The server, as whoever is signed in sees it. */
export const adminBackend = createSupabaseAdminBackend({ ...shared, token: tokenSource });

/** The server, as one user sees it: signed out for work of theirs once somebody else has signed in. */
export function adminBackendOf(userId: string): AdminBackend {
  const token: TokenSource = async (wish) => {
    const current = await tokenSource(wish);
    return current.outcome === 'token' && current.userId !== userId ? { outcome: 'signed-out' } : current;
  };
  return createSupabaseAdminBackend({ ...shared, token });
}

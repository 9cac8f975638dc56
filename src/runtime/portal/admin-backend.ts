import { createSupabaseAdminBackend } from '../../core/backend/supabase-admin-backend.ts';
import { tokenSource } from '../auth/token-source.ts';
import { env } from '../env.ts';
import { uploadFetch } from '../upload-fetch.ts';

/** The server, as the signed-in administrator sees it. */
export const adminBackend = createSupabaseAdminBackend({
  url: env.supabaseUrl,
  publishableKey: env.publishableKey,
  token: tokenSource,
  uploadFetch,
});

import { createSupabaseAuth } from '../../core/backend/supabase-auth.ts';
import { env } from '../env.ts';

/** The service that knows who somebody is. */
export const authBackend = createSupabaseAuth({ url: env.supabaseUrl, publishableKey: env.publishableKey });

import '../../../supabase/local/runtime-globals.ts';
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';
import type { Database } from '../../../src/core/server/database.types.ts';

/** A person's client, with the session in memory; `headers` are sent with every request. */
export const clientOf = (url: string, headers: Record<string, string> = {}) =>
  createClient<Database>(url, LOCAL_PUBLISHABLE_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
    global: { headers },
  });

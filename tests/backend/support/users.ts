import '../../../supabase/local/runtime-globals.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import type { Secrets } from '../../../supabase/local/secrets.ts';

export interface TestUser {
  id: string;
  email: string;
  password: string;
}

/** The key of a backend's service role, from its data folder. */
export const secretKeyOf = (dataDir: string): string =>
  (JSON.parse(readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')) as Secrets).secretKey;

/** Creates a user without permissions, with the service role. */
export async function makeUser(
  url: string,
  secretKey: string,
  fullName = 'Ailsa Craig',
): Promise<TestUser> {
  const service = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const person = { email: `${randomUUID()}@example.com`, password: 'a-long-secret-1' };
  const { data, error } = await service.auth.admin.createUser({
    ...person,
    email_confirm: true,
    user_metadata: { full_name: fullName },
  });
  if (error) throw error;
  return { ...person, id: data.user.id };
}

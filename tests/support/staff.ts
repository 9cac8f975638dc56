import type { Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import type { StoredSession } from '../../src/core/store/device-schema.ts';
import { makeUser, type TestUser } from '../backend/support/users.ts';
import type { TestBackend } from './backend.ts';
import { readStore, writeSession } from './local-store.ts';

/** A user without permissions. */
export const createUser = (backend: TestBackend, fullName = 'Isla Bute'): Promise<TestUser> =>
  makeUser(backend.url, backend.secretKey(), fullName);

export async function createAdministrator(
  backend: TestBackend,
  fullName?: string,
): Promise<TestUser> {
  const person = await createUser(backend, fullName);
  await backend.query(`insert into private.user_roles (user_id, role) values ($1, 'admin')`, [
    person.id,
  ]);
  return person;
}

/** The path of a password link, as the service mails it. */
export async function makeRecoveryLink(backend: TestBackend, email: string): Promise<string> {
  const service = createClient(backend.url, backend.secretKey(), {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { data, error } = await service.auth.admin.generateLink({ type: 'recovery', email });
  if (error) throw error;
  const { pathname, search } = new URL(data.properties.action_link);
  return pathname + search;
}

export const revokeRole = (backend: TestBackend, { id }: TestUser) =>
  backend.query('delete from private.user_roles where user_id = $1', [id]);

/** The session stored on the device; null if nobody is signed in. */
export async function storedSession(page: Page): Promise<StoredSession | null> {
  const [session] = await readStore<StoredSession>(page, 'session');
  return session ?? null;
}

/** Replaces the device's token by one that expired an hour ago, which the server refuses too. */
export async function expireToken(page: Page): Promise<void> {
  const session = await storedSession(page);
  if (!session) throw new Error('Nobody is signed in');
  const hour = 60 * 60 * 1000;
  await writeSession(page, {
    ...session,
    accessToken: 'expired',
    renewedAt: Date.now() - 2 * hour,
    expiresAt: Date.now() - hour,
  });
}

export const signOutButton = (page: Page) => page.getByRole('button', { name: 'Sign Out' });
export const loginHeading = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Admin Login' });

import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { createSupabaseAuth } from '../../src/core/server/supabase-auth.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { ADMIN } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { administrator, newUser, query, secretKey, url } = useServer();

const anAddress = () => `${randomUUID()}@example.com`;
const PASSWORD = 'a-long-secret-1';
const countUsers = async () =>
  (await query<{ count: number }>('select count(*)::int as count from auth.users'))[0]?.count;

/** The service's admin API with this key. */
const adminApi = (key: string) =>
  createClient(url(), key, { auth: { persistSession: false, autoRefreshToken: false } }).auth.admin;

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url()}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('sign-up is closed', () => {
  test('to a new user, as the product’s own client reports', async () => {
    const before = await countUsers();
    const auth = createSupabaseAuth({ url: url(), publishableKey: LOCAL_PUBLISHABLE_KEY });
    const account = {
      email: anAddress(),
      password: PASSWORD,
      fullName: 'Ailsa Craig',
      redirectTo: 'http://localhost/',
    };
    expect(await auth.signUp(account)).toEqual({
      outcome: 'rejected',
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    });
    expect(await countUsers()).toBe(before);
  });

  test.each([
    ['with an address that is taken', '/signup', { email: ADMIN.email, password: PASSWORD }],
    ['without an address', '/signup', {}],
    ['by a one-time code', '/otp', { email: anAddress(), create_user: true }],
    [
      'by a one-time code, its path written otherwise',
      '/%6ftp',
      { email: anAddress(), create_user: true },
    ],
    ['by a magic link', '/magiclink', { email: anAddress() }],
    ['by the admin API', '/admin/users', { email: anAddress(), password: PASSWORD }],
  ])('%s', async (_name, path, body) => {
    const before = await countUsers();
    const { status } = await post(path, body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await countUsers()).toBe(before);
  });
});

describe('a user is created', () => {
  test('only by the service role, not by an administrator', async () => {
    const account = () => ({ email: anAddress(), password: PASSWORD, email_confirm: true });
    const { accessToken } = await administrator().then(async (client) => ({
      accessToken: (await client.auth.getSession()).data.session?.access_token ?? '',
    }));
    expect((await adminApi(LOCAL_PUBLISHABLE_KEY).createUser(account())).error?.code).toBe(
      'not_admin',
    );
    const authorization = `Bearer ${accessToken}`;
    expect((await post('/admin/users', account(), { authorization })).status).toBe(403);
    expect((await adminApi(secretKey()).createUser(account())).error).toBeNull();
  });

  test('once per address, in any case', async () => {
    const { email } = await newUser();
    const again = await adminApi(secretKey()).createUser({
      email: email.toUpperCase(),
      password: PASSWORD,
    });
    expect(again.error?.code).toBe('email_exists');
    await expect(
      query('insert into auth.users (id, email) values (gen_random_uuid(), upper($1))', [email]),
    ).rejects.toThrow('users_email_lower_key');
  });

  test('with a password of six characters', async () => {
    const make = (password: string) =>
      adminApi(secretKey()).createUser({ email: anAddress(), password });
    expect((await make('five5')).error?.code).toBe('weak_password');
    expect((await make('sixsix')).error).toBeNull();
    expect((await make('x'.repeat(73))).error?.code).toBe('validation_failed');
  });
});

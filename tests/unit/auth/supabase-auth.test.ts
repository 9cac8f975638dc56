import { expect, test } from 'vitest';
import { createSupabaseAuth } from '../../../src/core/server/supabase-auth.ts';
import { granted, ISLA, json, page, refused } from '../support/portal-device.ts';

const authAnswering = (answer: () => Response) =>
  createSupabaseAuth({
    url: 'https://db.example',
    publishableKey: 'sb_publishable_test',
    fetch: async () => answer(),
  });

test('a right password gives a session, which lasts from now on', async () => {
  const answer = await authAnswering(() => granted('token-1')).signIn('isla@example.com', 'secret');
  expect(answer).toEqual({
    outcome: 'read',
    value: {
      accessToken: 'token-1',
      refreshToken: 'refresh-of-token-1',
      lifetimeMs: 3_600_000,
      user: ISLA,
      factor: null,
    },
  });
});

/** The service's answer in the format of version 2024-01-01. */
const dated = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });

test.each([
  ['the shape of 2024-01-01', () => dated(400, 'invalid_credentials', 'Invalid login credentials')],
  ['the shape before it', () => refused('invalid_credentials', 'Invalid login credentials')],
])('a refusal in %s is told in the service’s own words', async (_name, answer) => {
  expect(await authAnswering(answer).signIn('a@example.com', 'wrong')).toEqual({
    outcome: 'rejected',
    code: 'invalid_credentials',
    message: 'Invalid login credentials',
  });
});

test('a session that was revoked is refused in both shapes', async () => {
  const [code, words] = [
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ];
  for (const answer of [dated(400, code, words), refused(code, words)]) {
    expect(await authAnswering(() => answer).renew('refresh-1')).toEqual({
      outcome: 'rejected',
      code,
      message: words,
    });
  }
});

test('every request names the version whose shapes are read, and stays out of the browser’s cache', async () => {
  const asked: RequestInit[] = [];
  const auth = createSupabaseAuth({
    url: 'https://db.example',
    publishableKey: 'sb_publishable_test',
    fetch: async (_input, init) => {
      asked.push(init ?? {});
      return granted('token-1');
    },
  });
  await auth.signIn('isla@example.com', 'secret');
  await auth.renew('refresh-1');
  await auth.openLink({ tokenHash: 'hash-1', type: 'recovery' });
  await auth.readAccount('token-1');
  await auth.changePassword('token-1', 'a-long-secret-1');
  await auth.signOut('token-1');
  expect(
    asked.map(({ headers, cache }) => [new Headers(headers).get('x-supabase-api-version'), cache]),
  ).toEqual(Array(6).fill(['2024-01-01', 'no-store']));
});

test.each([
  [
    'a rate limit',
    () => json(429, { code: 429, error_code: 'over_request_rate_limit', msg: 'Slow down' }),
    'rate-limited',
    'Slow down',
  ],
  [
    'a server in trouble',
    () => json(500, { code: 500, error_code: 'unexpected_failure', msg: 'Database' }),
    'server',
    'Database',
  ],
  [
    'a gateway with a code of its own',
    () => json(403, { code: 'FORBIDDEN', message: 'Blocked' }),
    'server',
    'Blocked',
  ],
  [
    'a gateway with a number for a code',
    () => json(401, { code: 401, message: 'Invalid API key' }),
    'server',
    'Invalid API key',
  ],
  [
    'a gateway without the service’s code',
    () => json(401, { message: 'Invalid API key' }),
    'server',
    'Invalid API key',
  ],
  ['a proxy that wants its own password', () => page(407), 'not-our-server'],
  ['a network that wants a sign-in', () => page(511), 'not-our-server'],
  ['a gateway’s page for a server that is down', () => page(502), 'server'],
  ['a firewall’s page', () => page(403), 'not-our-server'],
  ['a captive portal that says 200', () => page(200), 'not-our-server'],
  ['a 200 with somebody else’s JSON', () => json(200, { ok: true }), 'not-our-server'],
])('%s is no refusal, and its words are kept', async (_name, answer, reason, message?: string) => {
  expect(await authAnswering(answer).renew('refresh-1')).toEqual({
    outcome: 'retry',
    reason,
    ...(message && { message }),
  });
});

test('no connection is no refusal', async () => {
  const auth = authAnswering(() => {
    throw new TypeError('fetch failed');
  });
  expect(await auth.renew('refresh-1')).toEqual({ outcome: 'retry', reason: 'offline' });
});

test('a session that has ended already counts as signed out', async () => {
  const gone = () =>
    json(403, { code: 403, error_code: 'session_not_found', msg: 'Session does not exist' });
  expect((await authAnswering(gone).signOut('token-1')).outcome).toBe('read');
});

test.each([
  ['the full name', { full_name: 'Isla Bute', name: 'isla' }, 'Isla Bute'],
  ['the name', { full_name: ' ', name: 'isla' }, 'isla'],
  ['the email address', {}, 'isla@example.com'],
])('somebody is called by %s', async (_name, user_metadata, displayName) => {
  const answer = await authAnswering(() =>
    json(200, { id: ISLA.id, email: ISLA.email, user_metadata }),
  ).readAccount('token-1');
  expect(answer).toMatchObject({ value: { user: { displayName } } });
});

test('somebody without any name is called Administrator', async () => {
  const answer = await authAnswering(() => json(200, { id: ISLA.id })).readAccount('token-1');
  expect(answer).toMatchObject({ value: { user: { displayName: 'Administrator' } } });
});

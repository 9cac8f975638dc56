import { sign } from 'hono/jwt';
import { expect, test } from 'vitest';
import { createGate } from '../../supabase/local/gate/gate.ts';

const KEYS = {
  publishableKey: 'sb_publishable_test',
  secretKey: 'sb_secret_test',
  jwtSecret: 'x'.repeat(40),
};
const ID = '0b8a4d3e-6a52-4b0c-8f7e-2f8f0c1d9e22';
const admit = createGate(KEYS);

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const tokenWith = (claims: object, secret = KEYS.jwtSecret) => sign({ ...claims }, secret, 'HS256');
const userToken = () => tokenWith({ role: 'authenticated', sub: ID, exp: inSeconds(60) });

interface Asked {
  body?: string;
  apikey?: string;
  token?: string;
}

/** The gate's answer to a request; null if it is admitted. */
async function ask(
  method: string,
  path: string,
  { body, apikey = KEYS.publishableKey, token }: Asked = {},
) {
  const headers = { apikey, ...(token && { authorization: `Bearer ${token}` }) };
  const request = new Request(`http://localhost${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const answer = await admit(request);
  if (!(answer instanceof Response)) return null;
  const said = (await answer.json()) as Record<string, unknown>;
  return [answer.status, said['error_code'] ?? said['code']];
}

test.each([
  ['GET', '/rest/v1/', 404, 'PGRST205'],
  ['GET', '/rest/v1/alerts', 404, 'PGRST205'],
  ['PATCH', `/rest/v1/bookings?id=eq.${ID}`, 404, 'PGRST205'],
  ['GET', '/rest/v1/rpc/changes', 404, 'PGRST205'],
  ['POST', '/auth/v1/otp', 404, 'not_found'],
  ['POST', '/auth/v1/%6ftp', 404, 'not_found'],
  ['POST', '/auth/v1/recover', 404, 'not_found'],
  ['GET', '/auth/v1/authorize', 404, 'not_found'],
  ['POST', '/storage/v1/object/copy', 400, 'InvalidRequest'],
  ['POST', '/storage/v1/object/move', 400, 'InvalidRequest'],
  ['POST', `/storage/v1/object/upload/sign/resumes/${ID}.pdf`, 400, 'InvalidRequest'],
  ['POST', '/storage/v1/object/list/resumes', 400, 'InvalidRequest'],
  ['PUT', `/storage/v1/object/resumes/${ID}.pdf`, 400, 'InvalidRequest'],
  ['GET', '/storage/v1/bucket', 400, 'InvalidRequest'],
  ['GET', '/storage/v1/%', 400, 'InvalidRequest'],
])('%s %s, which the product does not send, is refused', async (method, path, status, code) => {
  expect(await ask(method, path, { token: await userToken() })).toEqual([status, code]);
});

test.each([
  ['GET', '/rest/v1/bookings?select=id', undefined, 401, '42501'],
  ['DELETE', `/rest/v1/careers?id=eq.${ID}`, undefined, 401, '42501'],
  ['POST', '/auth/v1/admin/users', 'user', 403, 'not_admin'],
  ['GET', '/auth/v1/user', undefined, 401, 'no_authorization'],
])('%s %s is refused to a sender without the role', async (method, path, as, status, code) => {
  const token = as === 'user' ? { token: await userToken() } : {};
  expect(await ask(method, path, token)).toEqual([status, code]);
});

test('a sender without a key, or with another one, is refused', async () => {
  for (const apikey of ['', 'nope'])
    expect(await ask('GET', '/rest/v1/careers', { apikey })).toEqual([401, undefined]);
});

test.each([
  ['/rest/v1/careers', [401, 'PGRST303'], [401, 'PGRST301']],
  ['/auth/v1/user', [403, 'bad_jwt'], [403, 'bad_jwt']],
  [`/storage/v1/object/resumes/${ID}.pdf`, [400, 'AccessDenied'], [400, 'AccessDenied']],
])('%s refuses an expired or forged token in its service’s format', async (path, late, false_) => {
  const expired = await tokenWith({ role: 'authenticated', sub: ID, exp: inSeconds(-1) });
  expect(await ask('GET', path, { token: expired })).toEqual(late);
  const claims = { role: 'authenticated', sub: ID, exp: inSeconds(60) };
  for (const token of [await tokenWith(claims, 'other'), 'a.b'])
    expect(await ask('GET', path, { token })).toEqual(false_);
});

test('a token of the service role opens nothing: its key does', async () => {
  const token = await tokenWith({ role: 'service_role', exp: inSeconds(60) });
  const ofService = ['POST', '/auth/v1/admin/users'] as const;
  expect(await ask(...ofService, { token })).toEqual([403, 'bad_jwt']);
  expect(await ask(...ofService, { apikey: KEYS.secretKey })).toBeNull();
});

test('a body longer than its request may have is refused', async () => {
  const send = (bytes: number) => ask('POST', '/rest/v1/bookings', { body: 'x'.repeat(bytes) });
  expect(await send(64 * 1024)).toBeNull();
  expect(await send(64 * 1024 + 1)).toEqual([413, '54000']);
});

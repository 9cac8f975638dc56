import { afterEach, describe, expect, test } from 'vitest';
import type { AuthAnswer, Session } from '../../src/core/server/auth-backend.ts';
import { createSupabaseAuth } from '../../src/core/server/supabase-auth.ts';
import { endSecondFactor } from '../../supabase/commands/administrators.ts';
import { connectProject } from '../../supabase/commands/connect-project.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { codeAt } from '../support/totp.ts';
import { ADMIN } from './support/people.ts';
import { useServer } from './support/use-server.ts';

const { visitor, newUser, query, secretKey, url } = useServer();

const auth = () => createSupabaseAuth({ url: url(), publishableKey: LOCAL_PUBLISHABLE_KEY });

function valueOf<T>(answer: AuthAnswer<T>): T {
  if (answer.outcome !== 'read') throw new Error(JSON.stringify(answer));
  return answer.value;
}
const signIn = async ({ email, password }: { email: string; password: string }) =>
  valueOf(await auth().signIn(email, password));
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
/** The role's answer with the session's token: true, or the refusal's message. */
const hasRole = async ({ accessToken, user }: Session) => {
  const client = visitor({ authorization: `Bearer ${accessToken}` });
  const { data, error } = await client.rpc('has_role', { _user_id: user.id, _role: 'admin' });
  return error?.message ?? data;
};

const STEP_MS = 30_000;

/** Sets a second factor up, as the portal does; returns its key and the raised session. */
async function setUp(session: Session) {
  const { id, secret } = valueOf(await auth().startFactor(session.accessToken));
  const raised = valueOf(
    await auth().enterCode(session.accessToken, id, codeAt(secret, Date.now())),
  );
  return { id, secret, raised };
}

/** The service's answer to a request of its own, with the user's token. */
async function ask(method: string, path: string, token: string, body?: object) {
  const response = await fetch(`${url()}/auth/v1${path}`, {
    method,
    headers: {
      apikey: LOCAL_PUBLISHABLE_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

afterEach(() => query('delete from auth.mfa_factors'));

describe('a second factor', () => {
  test('is a key of 160 bits as text, as a picture and as an address for apps', async () => {
    const person = await newUser();
    const { accessToken } = await signIn(person);
    const { status, body } = await ask('POST', '/factors', accessToken, { factor_type: 'totp' });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String) as string,
        type: 'totp',
        friendly_name: '',
        totp: expect.objectContaining({}) as object,
      },
    ]);
    const { secret, uri, qr_code } = body['totp'] as Record<string, string>;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const { host } = new URL(url());
    const issuer = encodeURIComponent(host);
    expect(uri).toBe(
      `otpauth://totp/${issuer}:${encodeURIComponent(person.email)}?issuer=${issuer}&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect(qr_code).toMatch(/^<svg /);
  });

  test('that got no code changes nothing, and another may be begun', async () => {
    const session = await signIn(ADMIN);
    const first = valueOf(await auth().startFactor(session.accessToken));
    expect(valueOf(await auth().readAccount(session.accessToken)).factor).toBeNull();
    expect(await hasRole(session)).toBe(true);
    const second = valueOf(await auth().startFactor(session.accessToken));
    expect(second.id).not.toBe(first.id);
  });

  test('of the same name is refused while an unused one waits', async () => {
    const { accessToken } = await signIn(ADMIN);
    await auth().startFactor(accessToken);
    const again = await ask('POST', '/factors', accessToken, { factor_type: 'totp' });
    expect(again).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_name_conflict' } });
  });

  test('begins with its first code: this session goes on, and the user’s others end', async () => {
    const [here, elsewhere] = [await signIn(ADMIN), await signIn(ADMIN)];
    expect(claimsOf(here.accessToken)).toMatchObject({
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) as number }],
    });
    const { id, raised } = await setUp(here);
    expect(claimsOf(raised.accessToken)).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'totp' }, { method: 'password' }],
      session_id: claimsOf(here.accessToken)['session_id'],
    });
    expect(raised).toMatchObject({ user: here.user, factor: { id }, lifetimeMs: 3_600_000 });
    expect(await hasRole(raised)).toBe(true);
    expect(await hasRole(here)).toBe('Invalid JWT: insufficient_aal.');
    expect(await hasRole(elsewhere)).toBe('Invalid JWT: its session has ended.');
    expect((await auth().renew(elsewhere.refreshToken)).outcome).toBe('rejected');
  });

  test('is asked for at a sign-in, which has no rights before', async () => {
    const { id, secret } = await setUp(await signIn(ADMIN));
    const session = await signIn(ADMIN);
    expect(session.factor).toMatchObject({ id });
    expect(await hasRole(session)).toBe('Invalid JWT: insufficient_aal.');
    expect(await auth().enterCode(session.accessToken, id, '000000')).toEqual({
      outcome: 'rejected',
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    });
    const raised = valueOf(
      await auth().enterCode(session.accessToken, id, codeAt(secret, Date.now())),
    );
    expect(await hasRole(raised)).toBe(true);
  });

  test('lasts through renewals', async () => {
    const { raised } = await setUp(await signIn(ADMIN));
    const renewed = valueOf(await auth().renew(raised.refreshToken));
    expect(claimsOf(renewed.accessToken)).toMatchObject({ aal: 'aal2' });
    expect(renewed.factor).not.toBeNull();
    expect(await hasRole(renewed)).toBe(true);
  });

  test('whose answer was lost is there after a renewal with the former token', async () => {
    const session = await signIn(ADMIN);
    await setUp(session);
    const renewed = valueOf(await auth().renew(session.refreshToken));
    expect(claimsOf(renewed.accessToken)).toMatchObject({ aal: 'aal2' });
  });

  test('takes a code of the step before or after the present, and no older one', async () => {
    const session = await signIn(ADMIN);
    const { id, secret } = await setUp(session);
    const enter = async (code: string) => {
      const { accessToken } = await signIn(ADMIN);
      return (await auth().enterCode(accessToken, id, code)).outcome;
    };
    expect(await enter(codeAt(secret, Date.now() + STEP_MS))).toBe('read');
    expect(await enter(codeAt(secret, Date.now() - 3 * STEP_MS))).toBe('rejected');
  });

  test('takes each challenge once, within five minutes, for its own factor', async () => {
    const { accessToken } = await signIn(ADMIN);
    const { id, secret } = valueOf(await auth().startFactor(accessToken));
    const challenge = async () =>
      String((await ask('POST', `/factors/${id}/challenge`, accessToken, {})).body['id']);
    const verify = (challenge_id: string, code: string) =>
      ask('POST', `/factors/${id}/verify`, accessToken, { challenge_id, code });
    const late = await challenge();
    await query(`update auth.mfa_challenges set created_at = now() - interval '6 minutes'`);
    expect(await verify(late, codeAt(secret, Date.now()))).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    });
    const used = await challenge();
    expect((await verify(used, codeAt(secret, Date.now()))).status).toBe(200);
    expect(await verify(used, codeAt(secret, Date.now() + STEP_MS))).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    });
    expect(await verify(crypto.randomUUID(), codeAt(secret, Date.now()))).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_factor_not_found' },
    });
  });

  test('of another user is not found', async () => {
    const { id } = await setUp(await signIn(ADMIN));
    const { accessToken } = await signIn(await newUser());
    expect(await auth().removeFactor(accessToken, id)).toMatchObject({
      outcome: 'rejected',
      code: 'mfa_factor_not_found',
    });
  });

  test('is neither removed nor doubled, nor is the password changed, without its code', async () => {
    const { id } = await setUp(await signIn(ADMIN));
    const { accessToken } = await signIn(ADMIN);
    const insufficient = { outcome: 'rejected', code: 'insufficient_aal' };
    expect(await auth().removeFactor(accessToken, id)).toMatchObject(insufficient);
    await query(`update auth.mfa_factors set friendly_name = 'Phone'`);
    expect(await auth().startFactor(accessToken)).toMatchObject(insufficient);
    expect(await auth().changePassword(accessToken, 'a-long-secret-2')).toMatchObject(insufficient);
  });

  test('that is removed leaves the password alone, and its sessions go on', async () => {
    const { id, raised } = await setUp(await signIn(ADMIN));
    expect((await auth().removeFactor(raised.accessToken, id)).outcome).toBe('read');
    expect(await hasRole(raised)).toBe(true);
    const renewed = valueOf(await auth().renew(raised.refreshToken));
    expect(claimsOf(renewed.accessToken)).toMatchObject({ aal: 'aal1' });
    expect(await hasRole(renewed)).toBe(true);
    expect((await signIn(ADMIN)).factor).toBeNull();
  });

  test('is ended by the owner’s command, once', async () => {
    await setUp(await signIn(ADMIN));
    const connection = await connectProject(
      parseEnv({
        VITE_SUPABASE_URL: url(),
        VITE_SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
        SUPABASE_SECRET_KEY: secretKey(),
      }),
    );
    expect(await endSecondFactor(connection, ADMIN.email)).toContain('no second factor any more');
    await expect(endSecondFactor(connection, ADMIN.email)).rejects.toThrow('has no second factor');
    await expect(endSecondFactor(connection, 'nobody@example.com')).rejects.toThrow('no account');
    expect(await hasRole(await signIn(ADMIN))).toBe(true);
  });
});

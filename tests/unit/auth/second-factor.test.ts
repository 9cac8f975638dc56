import { beforeEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/core/store/database.ts';
import { toBase64Url } from '../../../src/core/server/base64url.ts';
import {
  anExpiredSession,
  aSession,
  DAY,
  granted,
  ISLA,
  json,
  openTab,
  page,
  refused,
} from '../support/portal-device.ts';

const PASSWORD = 'grant_type=password';
const RENEW = 'grant_type=refresh_token';
const USER = '/auth/v1/user';
const ROLE = '/rpc/has_role';
const LOGOUT = '/logout?scope=local';
const CHALLENGE = '/factors/factor-1/challenge';
const VERIFY = '/factors/factor-1/verify';
const FACTORS = '/auth/v1/factors';

const FACTOR = {
  id: 'factor-1',
  status: 'verified',
  factor_type: 'totp',
  created_at: '2026-11-28T10:00:00Z',
};
const SECOND_FACTOR = { id: 'factor-1', since: '2026-11-28T10:00:00Z' };
const isla = {
  id: ISLA.id,
  email: ISLA.email,
  user_metadata: { full_name: ISLA.displayName },
  factors: [FACTOR],
};

/** A token with the claim of the second factor. */
const tokenOf = (aal: string) =>
  `h.${toBase64Url(new TextEncoder().encode(JSON.stringify({ aal })).buffer)}.s`;
const RAISED = tokenOf('aal2');

/** Auth's answer to a password, a refresh token or a code, for a user with a second factor. */
const session = (token: string) =>
  json(200, {
    access_token: token,
    refresh_token: `refresh-of-${token}`,
    expires_in: 3600,
    user: isla,
  });

const noCode = () =>
  json(401, {
    code: 'PT401',
    message: 'Invalid JWT: insufficient_aal.',
    hint: 'Enter a code of the second factor.',
  });
/** The role's answer: yes with a code, and else the refusal that asks for one. */
const role = (request: Request) =>
  request.headers.get('authorization') === `Bearer ${RAISED}` ? json(200, true) : noCode();

const answers = (verify: (request: Request) => Response | Promise<Response>) => ({
  [PASSWORD]: () => session('token-1'),
  [USER]: () => json(200, isla),
  [CHALLENGE]: () => json(200, { id: 'challenge-1', type: 'totp', expires_at: 1 }),
  [VERIFY]: verify,
  [ROLE]: role,
  [LOGOUT]: () => new Response(null, { status: 204 }),
});
const WRONG = () =>
  json(422, {
    code: 422,
    error_code: 'mfa_verification_failed',
    msg: 'Invalid TOTP code entered',
  });

const accepted = vi.fn();
const db = new Database();
beforeEach(async () => {
  accepted.mockClear();
  await Promise.all([db.portalFacts.clear(), db.entries.clear()]);
});

type Tab = Awaited<ReturnType<typeof openTab>>;

/** Signs in with the password, and returns the sign-in that needs a code. */
async function pendingIn(tab: Tab) {
  const result = await tab.signIn(ISLA.email, 'secret', accepted);
  if (result.outcome !== 'code-needed') throw new Error(result.outcome);
  return result.pending;
}

test('with a second factor the password alone signs nobody in, and stores nothing', async () => {
  const tab = await openTab(answers(() => session(RAISED)));
  await pendingIn(tab);
  expect(tab.requests).toEqual([PASSWORD]);
  expect(accepted).not.toHaveBeenCalled();
  expect(await tab.readSession()).toBeNull();
});

test('the code signs in with the raised session', async () => {
  const sent: unknown[] = [];
  const tab = await openTab(
    answers(async (request) => {
      sent.push(await request.json());
      return session(RAISED);
    }),
  );
  const result = await tab.signInWithCode(await pendingIn(tab), '123456', accepted);
  expect(result).toEqual({ outcome: 'signed-in' });
  expect(sent).toEqual([{ challenge_id: 'challenge-1', code: '123456' }]);
  expect(accepted).toHaveBeenCalledOnce();
  expect(await tab.readSession()).toMatchObject({ accessToken: RAISED, user: ISLA });
  expect(await tab.readSession()).not.toHaveProperty('factor');
});

test.each([
  [
    'a wrong code',
    WRONG,
    {
      outcome: 'refused',
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    },
  ],
  [
    'too many attempts',
    () => json(429, { code: 429, error_code: 'over_request_rate_limit', msg: 'Too many' }),
    { outcome: 'retry', reason: 'rate-limited', message: 'Too many' },
  ],
  ['a gateway’s page', () => page(502), { outcome: 'retry', reason: 'server' }],
  [
    'no connection',
    () => Promise.reject(new TypeError('fetch failed')),
    { outcome: 'retry', reason: 'offline' },
  ],
])('after %s the sign-in waits for another code', async (_name, first, result) => {
  const replies: (() => Response | Promise<Response>)[] = [first, () => session(RAISED)];
  const tab = await openTab(answers(() => (replies.shift() ?? WRONG)()));
  const pending = await pendingIn(tab);
  expect(await tab.signInWithCode(pending, '111111', accepted)).toEqual(result);
  expect(await tab.readSession()).toBeNull();
  expect(accepted).not.toHaveBeenCalled();
  expect(tab.requests).not.toContain(LOGOUT);
  expect(await tab.signInWithCode(pending, '222222', accepted)).toEqual({ outcome: 'signed-in' });
});

test('a factor that the owner ended meanwhile is not needed any more', async () => {
  const tab = await openTab({
    ...answers(WRONG),
    [CHALLENGE]: () =>
      json(404, { code: 404, error_code: 'mfa_factor_not_found', msg: 'Factor not found' }),
    [ROLE]: () => json(200, true),
  });
  const result = await tab.signInWithCode(await pendingIn(tab), '123456', accepted);
  expect(result).toEqual({ outcome: 'signed-in' });
  expect(await tab.readSession()).toMatchObject({ accessToken: 'token-1' });
});

test('going back ends the session that had no code', async () => {
  const tab = await openTab(answers(WRONG));
  tab.cancelSignIn(await pendingIn(tab));
  await expect.poll(() => tab.requests).toEqual([PASSWORD, LOGOUT]);
});

/** A confirmed administrator's tab on a device with a change that waits. */
async function openConfirmed(
  extra: Parameters<typeof openTab>[0],
  stored = aSession({ accessToken: tokenOf('aal1') }),
) {
  await db.portalFacts.put({
    userId: ISLA.id,
    key: 'role',
    value: { checkedAt: Date.now() - DAY },
  });
  const tab = await openTab(
    { [RENEW]: () => session(tokenOf('aal1')), ...answers(() => session(RAISED)), ...extra },
    stored,
  );
  return tab;
}

const ASKED = { status: 'signed-in', user: ISLA, isAdmin: false, needsCode: true };

test('a session whose user set up a factor elsewhere is asked for a code: the lists stay', async () => {
  const tab = await openConfirmed({});
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toEqual(ASKED);
  expect(await tab.readSession()).toMatchObject({ needsCode: true, user: ISLA });
  expect(await db.replicas.filter(({ isAbandoned }) => !isAbandoned).count()).toBe(1);
  const asked = tab.requests.length;
  expect(await tab.tokenSource({ refused: null })).toEqual({ outcome: 'signed-out' });
  await tab.verifyRole();
  expect(tab.requests).toHaveLength(asked);
  expect(tab.currentAuth()).toEqual(ASKED);
});

test('it is asked again at the next start, without a connection too', async () => {
  const tab = await openConfirmed(
    { [ROLE]: () => Promise.reject(new TypeError('fetch failed')) },
    aSession({ needsCode: true }),
  );
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toEqual(ASKED);
});

test('without a connection a session without a code goes on, since nobody asked for one', async () => {
  const tab = await openConfirmed(
    { [ROLE]: () => Promise.reject(new TypeError('fetch failed')) },
    anExpiredSession(),
  );
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  await tab.verifyRole();
  expect(tab.administrator()).toEqual(ISLA);
});

test('its code opens the portal again', async () => {
  const tab = await openConfirmed({}, aSession({ needsCode: true }));
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toEqual(ASKED);
  expect(await tab.resumeWithCode('123456')).toEqual({ outcome: 'signed-in' });
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  const stored = await tab.readSession();
  expect(stored).toMatchObject({ accessToken: RAISED });
  expect(stored).not.toHaveProperty('needsCode');
});

test('a wrong code leaves it asking', async () => {
  const tab = await openConfirmed({ [VERIFY]: WRONG }, aSession({ needsCode: true }));
  tab.startAuth();
  expect(await tab.resumeWithCode('123456')).toMatchObject({
    outcome: 'refused',
    code: 'mfa_verification_failed',
  });
  await expect.poll(() => tab.currentAuth()).toEqual(ASKED);
});

test('an expired one is renewed before its code is sent, and still asks when that fails', async () => {
  const tab = await openConfirmed({ [VERIFY]: WRONG }, { ...anExpiredSession(), needsCode: true });
  await tab.resumeWithCode('123456');
  expect(tab.requests).toEqual([RENEW, USER, CHALLENGE, VERIFY]);
  expect(await tab.readSession()).toMatchObject({
    needsCode: true,
    refreshToken: `refresh-of-${tokenOf('aal1')}`,
  });
});

test('once the owner ended the factor, any code opens the portal', async () => {
  const tab = await openConfirmed(
    {
      [USER]: () => json(200, { ...isla, factors: undefined }),
      [RENEW]: () => granted('token-2'),
      [ROLE]: () => json(200, true),
    },
    aSession({ needsCode: true }),
  );
  tab.startAuth();
  expect(await tab.resumeWithCode('123456')).toEqual({ outcome: 'signed-in' });
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
});

test.each([
  [
    'in Auth',
    USER,
    () => json(403, { code: 403, error_code: 'session_not_found', msg: 'No session' }),
    aSession,
  ],
  [
    'for its renewal',
    RENEW,
    () => refused('refresh_token_not_found', 'Not found'),
    anExpiredSession,
  ],
])('one that has ended %s signs out', async (_name, path, reply, stored) => {
  const tab = await openConfirmed({ [path]: reply }, { ...stored(), needsCode: true });
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toEqual(ASKED);
  await tab.resumeWithCode('123456');
  expect(tab.currentAuth()).toEqual({ status: 'signed-out', because: 'session-ended' });
  expect(await tab.readSession()).toBeNull();
});

test('the code that another tab has just entered is not asked for again', async () => {
  let asked = 0;
  // The first refusal is followed by a renewal.
  const late = async (request: Request) => {
    if (++asked === 2)
      await db.session.put(aSession({ accessToken: RAISED, refreshToken: 'refresh-2' }), 'current');
    return role(request);
  };
  const tab = await openConfirmed({ [ROLE]: late });
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  await tab.verifyRole();
  expect(await tab.readSession()).toMatchObject({ accessToken: RAISED });
  expect(await tab.readSession()).not.toHaveProperty('needsCode');
});

test('setting up removes an unused factor, and gives the key and its picture', async () => {
  const removed: string[] = [];
  const tab = await openTab(
    {
      [USER]: () => json(200, { ...isla, factors: [{ ...FACTOR, status: 'unverified' }] }),
      '/factors/factor-1': (request) => {
        removed.push(request.method);
        return json(200, { id: 'factor-1' });
      },
      [FACTORS]: () =>
        json(200, {
          id: 'factor-2',
          type: 'totp',
          totp: { qr_code: '<svg/>', secret: 'ABCD', uri: 'otpauth://totp/' },
        }),
    },
    aSession(),
  );
  expect(await tab.readFactor()).toEqual({ outcome: 'read', value: null });
  expect(await tab.startFactor()).toEqual({
    outcome: 'read',
    value: { id: 'factor-2', secret: 'ABCD', picture: '<svg/>' },
  });
  expect(removed).toEqual(['DELETE']);
});

test('the first code replaces this device’s session, under the lock of renewals', async () => {
  const tab = await openTab(
    answers(() => session(RAISED)),
    aSession(),
  );
  expect((await tab.confirmFactor('factor-1', '123456')).outcome).toBe('read');
  expect(await tab.readSession()).toMatchObject({
    accessToken: RAISED,
    refreshToken: `refresh-of-${RAISED}`,
  });
  expect(await tab.readFactor()).toEqual({ outcome: 'read', value: SECOND_FACTOR });
});

test('a lost answer to the first code is made up by a renewal', async () => {
  const tab = await openConfirmed({
    [VERIFY]: () => Promise.reject(new TypeError('fetch failed')),
    [RENEW]: () => session(RAISED),
  });
  expect(await tab.confirmFactor('factor-1', '123456')).toMatchObject({ outcome: 'retry' });
  await tab.verifyRole();
  expect(tab.administrator()).toEqual(ISLA);
  expect(await tab.readSession()).toMatchObject({ accessToken: RAISED });
});

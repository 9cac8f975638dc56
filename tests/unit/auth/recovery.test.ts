import { expect, test, vi } from 'vitest';
import { granted, ISLA, json, openTab, page, refused } from '../support/portal-device.ts';

const USER = '/auth/v1/user';
const ROLE = '/rpc/has_role';
const VERIFY = '/auth/v1/verify';
const isla = () => json(200, { id: ISLA.id, email: ISLA.email, user_metadata: {} });
const yes = () => json(200, true);
const SET = { outcome: 'set', signIn: { outcome: 'signed-in' } };

const SESSION_LINK = '#access_token=token-1&refresh_token=refresh-1&expires_in=3600&type=recovery';
const HASH_LINK = '?token_hash=hash-1&type=recovery';

/** A new tab opened by a link; `addresses` are those given to its history entry. */
async function openLink(link: string, answers: Parameters<typeof openTab>[0]) {
  const tab = await openTab(answers);
  const addresses: string[] = [];
  vi.stubGlobal('location', new URL(`https://site.example/admin/${link}`));
  vi.stubGlobal('history', {
    replaceState: (_state: unknown, _title: string, address: string) => addresses.push(address),
  });
  const recovery = await import('../../../src/runtime/auth/recovery.ts');
  recovery.takeEmailLink();
  return { ...tab, ...recovery, addresses };
}

test('a link is taken out of the address, and another address is left alone', async () => {
  expect((await openLink(SESSION_LINK, {})).addresses).toEqual(['/admin/new-password']);
  expect((await openLink('bookings?find=ann', {})).addresses).toEqual([]);
});

test('the new password is set and its owner signed in; before, nothing of the session is kept', async () => {
  const tab = await openLink(SESSION_LINK, { [USER]: isla, [ROLE]: yes });
  expect(await tab.readSession()).toBeNull();
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual(SET);
  expect(await tab.readSession()).toMatchObject({ accessToken: 'token-1', user: { id: ISLA.id } });
});

test('a password whose answer was lost can be sent again', async () => {
  const answers = [page(502), refused('same_password', 'New password should be different')];
  const tab = await openLink(SESSION_LINK, {
    [USER]: ({ method }) => (method === 'PUT' && answers.shift()) || isla(),
    [ROLE]: yes,
  });
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual({
    outcome: 'retry',
    reason: 'server',
  });
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual(SET);
});

const FACTOR = { id: 'factor-1', status: 'verified', created_at: '2026-11-28T10:00:00Z' };
const raised = `h.${Buffer.from(JSON.stringify({ aal: 'aal2', sub: ISLA.id })).toString('base64url')}.s`;

/** A service whose user has a second factor, and that answers a code with `verify`. */
const withFactor = (verify: () => Response): Parameters<typeof openTab>[0] => ({
  [USER]: (request) =>
    request.method === 'PUT' && request.headers.get('authorization') !== `Bearer ${raised}`
      ? json(401, { code: 401, error_code: 'insufficient_aal', msg: 'AAL2 session is required' })
      : json(200, { id: ISLA.id, email: ISLA.email, user_metadata: {}, factors: [FACTOR] }),
  '/factors/factor-1/challenge': () => json(200, { id: 'challenge-1' }),
  '/factors/factor-1/verify': verify,
  [ROLE]: yes,
});

test('an account with a second factor needs a code too, before its password is changed', async () => {
  const tab = await openLink(
    SESSION_LINK,
    withFactor(() => granted(raised)),
  );
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual({ outcome: 'code-needed' });
  expect(await tab.readSession()).toBeNull();
  expect(await tab.setNewPassword('a-long-secret-1', '123456')).toEqual(SET);
  expect(await tab.readSession()).toMatchObject({ accessToken: raised });
});

test('a wrong code leaves the link open, and a right one is sent once', async () => {
  const answers = [
    json(422, {
      code: 422,
      error_code: 'mfa_verification_failed',
      msg: 'Invalid TOTP code entered',
    }),
    granted(raised),
  ];
  const tab = await openLink(
    SESSION_LINK,
    withFactor(() => answers.shift() ?? page(502)),
  );
  expect(await tab.setNewPassword('a-long-secret-1', '111111')).toEqual({
    outcome: 'code-refused',
    code: 'mfa_verification_failed',
    message: 'Invalid TOTP code entered',
  });
  expect(await tab.setNewPassword('a-long-secret-1', '222222')).toEqual(SET);
  expect(await tab.setNewPassword('a-long-secret-1', '222222')).toEqual(SET);
});

test('a token hash is opened once, whatever becomes of the password', async () => {
  const answers = [refused('weak_password', 'Too short')];
  const tab = await openLink(HASH_LINK, {
    [VERIFY]: () => granted('token-2'),
    [USER]: ({ method }) => (method === 'PUT' && answers.shift()) || isla(),
    [ROLE]: yes,
  });
  expect(await tab.setNewPassword('short', '')).toEqual({
    outcome: 'refused',
    message: 'Too short',
  });
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual(SET);
  expect(tab.requests.filter((path) => path === VERIFY)).toHaveLength(1);
});

test('a link that the service refuses is done with', async () => {
  const tab = await openLink(HASH_LINK, { [VERIFY]: () => refused('otp_expired', 'Expired') });
  const gone = { outcome: 'link-refused', code: 'otp_expired' };
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual(gone);
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual(gone);
  expect(tab.requests).toEqual([VERIFY]);
});

test('somebody without the role has the password and is not signed in', async () => {
  const tab = await openLink(SESSION_LINK, {
    [USER]: isla,
    [ROLE]: () => json(200, false),
    '/logout?scope=local': () => new Response(null, { status: 204 }),
  });
  expect(await tab.setNewPassword('a-long-secret-1', '')).toEqual({
    outcome: 'set',
    signIn: { outcome: 'not-admin' },
  });
  expect(await tab.readSession()).toBeNull();
});

import { expect, test, vi } from 'vitest';
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

const RENEW = 'grant_type=refresh_token';
const ROLE = '/rpc/has_role';
const isAdmin = () => json(200, true);

type Tab = Awaited<ReturnType<typeof openTab>>;

test('a token with a minute left is given without a request', async () => {
  const tab = await openTab({});
  await tab.writeSession(aSession({ expiresAt: Date.now() + 61_000 }));
  expect(await tab.tokenSource({ refused: null })).toMatchObject({
    outcome: 'token',
    token: 'token-1',
  });
});

test('a token with less than a minute left is renewed first', async () => {
  const tab = await openTab(
    { [RENEW]: () => granted('token-2') },
    aSession({ expiresAt: Date.now() + 59_000 }),
  );
  expect(await tab.tokenSource({ refused: null })).toMatchObject({
    outcome: 'token',
    token: 'token-2',
  });
  expect(await tab.readSession()).toMatchObject({
    accessToken: 'token-2',
    refreshToken: 'refresh-of-token-2',
  });
});

test('all who ask at once share one renewal', async () => {
  const tab = await openTab({ [RENEW]: () => granted('token-2') }, anExpiredSession());
  const tokens = await Promise.all([
    tab.tokenSource({ refused: null }),
    tab.tokenSource({ refused: 'token-1' }),
    tab.tokenSource({ refused: null }),
  ]);
  expect(tokens.map((token) => token.outcome === 'token' && token.token)).toEqual([
    'token-2',
    'token-2',
    'token-2',
  ]);
  expect(tab.requests).toEqual([RENEW]);
});

test('a token that the server calls expired is renewed, whatever the clock says', async () => {
  const tab = await openTab({ [RENEW]: () => granted('token-2') }, aSession());
  expect(await tab.tokenSource({ refused: 'token-1' })).toMatchObject({ token: 'token-2' });
});

test('a session that ended elsewhere right after it began is over', async () => {
  const tab = await openTab(
    { [RENEW]: () => json(400, { error_code: 'session_not_found' }) },
    aSession({ renewedAt: Date.now() }),
  );
  expect(await tab.tokenSource({ refused: 'token-1' })).toEqual({ outcome: 'signed-out' });
  expect(tab.currentAuth()).toEqual({ status: 'signed-out', because: 'session-ended' });
});

test.each([
  ['a rate limit', () => json(429, { error_code: 'over_request_rate_limit' })],
  ['a proxy’s page', () => page(407)],
  ['a network’s sign-in page', () => page(511)],
  ['a firewall’s page', () => page(403)],
  ['a server in trouble', () => json(503, {})],
  ['a dead network', () => Promise.reject(new TypeError('fetch failed'))],
])('%s signs nobody out while the token is expired', async (_name, answer) => {
  const session = anExpiredSession();
  const tab = await openTab({ [RENEW]: answer }, session);
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ outcome: 'retry' });
  expect(await tab.readSession()).toEqual(session);
});

test('the connection that is back is used at once after a renewal that found none', async () => {
  let isConnected = false;
  const answer = () =>
    isConnected ? granted('token-2') : Promise.reject(new TypeError('fetch failed'));
  const tab = await openTab({ [RENEW]: answer }, anExpiredSession());
  expect(await tab.tokenSource({ refused: null })).toEqual({ outcome: 'retry', reason: 'offline' });
  isConnected = true;
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
});

test('a refused refresh token ends the session, here and on the server', async () => {
  const answers = {
    [RENEW]: () => refused('refresh_token_not_found', 'Invalid Refresh Token'),
    '/logout?scope=local': () => new Response(null, { status: 204 }),
  };
  const tab = await openTab(answers, anExpiredSession());
  expect(await tab.tokenSource({ refused: null })).toEqual({ outcome: 'signed-out' });
  expect(await tab.readSession()).toBeNull();
  expect(tab.currentAuth()).toEqual({ status: 'signed-out', because: 'session-ended' });
  await expect.poll(() => tab.requests).toContain('/logout?scope=local');
});

test('a refused refresh token leaves a session that began meanwhile', async () => {
  const next = aSession({ accessToken: 'token-3', refreshToken: 'refresh-3' });
  const tab = await openTab(
    {
      [RENEW]: async () => {
        await tab.writeSession(next);
        return refused('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      },
    },
    anExpiredSession(),
  );
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-3' });
  expect(await tab.readSession()).toEqual(next);
});

test('a renewal under way at a sign-out signs nobody in again', async () => {
  let answer: (response: Response) => void = () => undefined;
  const renewal = new Promise<Response>((resolve) => (answer = resolve));
  const tab = await openTab({ [RENEW]: () => renewal }, anExpiredSession());
  const token = tab.tokenSource({ refused: null });
  await expect.poll(() => tab.requests).toEqual([RENEW]);
  await tab.signOut();
  answer(granted('token-2'));
  expect(await token).toEqual({ outcome: 'signed-out' });
  expect(await tab.readSession()).toBeNull();
});

const LOCK = 'portal-session';
const forEver = () => new Promise<never>(() => undefined);

/** Makes signals time out after a hundredth of the requested time. */
function hurry(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
}

test('a tab that is frozen in the middle of a renewal holds up no other one for ever', async () => {
  const tab = await openTab({ [RENEW]: () => granted('token-2') }, anExpiredSession());
  hurry();
  void navigator.locks.request(LOCK, {}, forEver).catch(() => undefined);
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
  expect(await tab.readSession()).toMatchObject({ accessToken: 'token-2' });
});

test('tabs that are slow one after the other are not robbed', async () => {
  const tab = await openTab({ [RENEW]: () => granted('token-2') }, anExpiredSession());
  hurry();
  const slowly = () => new Promise<string>((resolve) => setTimeout(resolve, 200, 'done'));
  const others = ['one', 'two'].map((clientId) => tab.locksOf(clientId).request(LOCK, {}, slowly));
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
  expect(await Promise.all(others)).toEqual(['done', 'done']);
});

test('however many wait for a renewal that takes long, one request is under way', async () => {
  let underWay = 0;
  let most = 0;
  const silent = async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 200));
    underWay--;
    throw new TypeError('fetch failed');
  };
  const tab = await openTab({ [RENEW]: silent }, anExpiredSession());
  hurry();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      tab.tokenSource({ refused: n % 2 === 1 ? 'token-1' : null }),
    ),
  );
  expect(answers.map(({ outcome }) => outcome)).toEqual(Array(6).fill('retry'));
  expect(most).toBe(1);
});

test('a renewal that comes after another tab’s gives that one’s token', async () => {
  let answer: (response: Response) => void = () => undefined;
  const tab = await openTab(
    { [RENEW]: () => new Promise((resolve) => (answer = resolve)) },
    anExpiredSession(),
  );
  const token = tab.tokenSource({ refused: null });
  await expect.poll(() => tab.requests).toEqual([RENEW]);
  await tab.writeSession(
    aSession({ accessToken: 'token-3', refreshToken: 'refresh-3', renewedAt: Date.now() }),
  );
  answer(granted('token-2'));
  expect(await token).toMatchObject({ outcome: 'token', token: 'token-3' });
});

test('a session that changed during a renewal and needs one itself is renewed', async () => {
  const asked: string[] = [];
  const tab = await openTab({
    [RENEW]: async (request) => {
      const { refresh_token } = (await request.json()) as { refresh_token: string };
      asked.push(refresh_token);
      if (refresh_token === 'refresh-1')
        await tab.writeSession({
          ...anExpiredSession(),
          accessToken: 'token-3',
          refreshToken: 'refresh-3',
        });
      return granted(`after-${refresh_token}`);
    },
  });
  await tab.writeSession(anExpiredSession());
  expect(await tab.tokenSource({ refused: null })).toMatchObject({
    outcome: 'token',
    token: 'after-refresh-3',
  });
  expect(asked).toEqual(['refresh-1', 'refresh-3']);
});

test('a tab that waits for another tab’s renewal gets its token and makes none', async () => {
  const tab = await openTab({ [RENEW]: () => granted('token-3') }, anExpiredSession());
  let finish: () => void = () => undefined;
  const renewal = new Promise<void>((resolve) => (finish = resolve));
  void navigator.locks.request(LOCK, {}, () => renewal);
  const token = tab.tokenSource({ refused: null });
  await tab.writeSession(
    aSession({ accessToken: 'token-2', refreshToken: 'refresh-2', renewedAt: Date.now() }),
  );
  finish();
  expect(await token).toMatchObject({ token: 'token-2' });
  expect(tab.requests).toEqual([]);
});

test('a tab that was frozen and robbed gives the newer token, and its late answer replaces no newer session', async () => {
  let answer: (response: Response) => void = () => undefined;
  const tab = await openTab(
    { [RENEW]: () => new Promise((resolve) => (answer = resolve)) },
    anExpiredSession(),
  );
  const token = tab.tokenSource({ refused: null });
  await expect.poll(() => tab.requests).toEqual([RENEW]);
  const newer = aSession({ accessToken: 'token-3', refreshToken: 'refresh-3' });
  await navigator.locks.request(LOCK, { steal: true }, () => tab.writeSession(newer));
  expect(await token).toMatchObject({ outcome: 'token', token: 'token-3' });
  answer(granted('token-2'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await tab.readSession()).toEqual(newer);
});

/** A server that accepts each refresh token once, and gives tokens of this lifetime. */
function oneUse(lifetimeS: number) {
  const used = new Set<string>();
  return async (request: Request) => {
    const { refresh_token } = (await request.json()) as { refresh_token: string };
    if (used.has(refresh_token))
      return refused('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    used.add(refresh_token);
    const answer = (await granted(`token-${used.size + 1}`).json()) as object;
    return json(200, { ...answer, expires_in: lifetimeS });
  };
}

const fillUp = () =>
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });

test('a renewed session that a full device cannot store is used until it can, and the spent refresh token never again', async () => {
  const tab = await openTab({ [RENEW]: oneUse(3600) }, anExpiredSession());
  const full = fillUp();
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
  expect(tab.requests).toEqual([RENEW]);
  expect(await tab.readSession()).toMatchObject({ accessToken: 'token-1' });

  full.mockRestore();
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
  expect(await tab.readSession()).toMatchObject({
    accessToken: 'token-2',
    refreshToken: 'refresh-of-token-2',
  });
});

test('a session that could not be stored is renewed with its own refresh token', async () => {
  const tab = await openTab({ [RENEW]: oneUse(30) }, anExpiredSession());
  fillUp();
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-2' });
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-3' });
  expect(await tab.tokenSource({ refused: null })).toMatchObject({ token: 'token-4' });
});

test('a session that could not be stored ends when somebody signs out', async () => {
  const tab = await openTab({ [RENEW]: oneUse(3600) }, anExpiredSession());
  const full = fillUp();
  await tab.tokenSource({ refused: null });
  await tab.signOut();
  full.mockRestore();
  expect(await tab.tokenSource({ refused: null })).toEqual({ outcome: 'signed-out' });
  expect(await tab.readSession()).toBeNull();
});

test('a renewed token has the role asked for again', async () => {
  const tab = await openTab(
    { [RENEW]: () => granted('token-2'), [ROLE]: isAdmin },
    anExpiredSession(),
  );
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toMatchObject({ displayName: 'Isla Bute' });
  await tab.verifyRole();
  const asked = () => tab.requests.filter((path) => path === ROLE).length;
  const before = asked();
  await tab.writeSession(
    aSession({
      accessToken: 'token-3',
      refreshToken: 'refresh-3',
      renewedAt: Date.now() + 1_000,
    }),
  );
  await expect.poll(asked).toBe(before + 1);
});

/** Stores that the server confirmed the role this long ago. */
const keepRoleOf = (tab: Tab, ageMs = 0) =>
  tab.db.portalFacts.put({
    userId: ISLA.id,
    key: 'role',
    value: { checkedAt: Date.now() - ageMs },
  });

test('a renewed token clears the cached role, which the next start asks for again', async () => {
  const answers = { [RENEW]: () => granted('token-2'), [ROLE]: isAdmin };
  const tab = await openTab(answers, anExpiredSession());
  // Without the renewal, a role confirmed a second ago would not be asked for.
  await keepRoleOf(tab, 1_000);
  await tab.tokenSource({ refused: null });

  tab.startAuth();
  await expect.poll(() => tab.requests).toEqual([RENEW, ROLE]);
});

test.each([
  ['opens the portal for seven days', 6 * DAY, true],
  ['opens nothing after seven days', 7 * DAY + 1000, false],
])('without an answer a cleared role %s', async (_name, ageMs, isAdmin) => {
  const tab = await openTab({ [RENEW]: () => granted('token-2') }, anExpiredSession());
  await keepRoleOf(tab, ageMs);
  await tab.tokenSource({ refused: null });
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toMatchObject({ status: 'signed-in', isAdmin });
  await tab.verifyRole();
  expect(tab.currentAuth()).toMatchObject({ status: 'signed-in', isAdmin });
});

test('a renewed token that a full device cannot store has the role asked for again', async () => {
  const answers = { [RENEW]: oneUse(3600), [ROLE]: isAdmin };
  const tab = await openTab(answers, aSession());
  await keepRoleOf(tab);
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  fillUp();
  await tab.tokenSource({ refused: 'token-1' });
  await expect.poll(() => tab.requests).toEqual([RENEW, ROLE]);
});

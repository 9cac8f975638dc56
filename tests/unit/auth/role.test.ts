import { Dexie } from 'dexie';
import { beforeEach, expect, test, vi } from 'vitest';
import { createDeletion } from '../../../src/core/mutations/deletion.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';
import {
  aSession,
  anExpiredSession,
  DAY,
  granted,
  ISLA,
  json,
  openTab,
  page,
  refused,
  RONA,
} from '../support/portal-device.ts';

const ROLE = '/rpc/has_role';
const LOGOUT = '/logout?scope=local';
const TOKEN = 'grant_type=password';
const ended = () => new Response(null, { status: 204 });

const db = new Database();

const anEntry = (userId: string) =>
  createDeletion('bookings', [{ id: crypto.randomUUID(), path: null }], userId, 0).entry;

/** A user's stored data, with a role confirmed this long ago. */
async function keepPortalOf(userId: string, ageMs: number): Promise<void> {
  await db.portalFacts.put({ userId, key: 'role', value: { checkedAt: Date.now() - ageMs } });
  const replica = new ReplicaDatabase(`replica-of-${userId}`);
  await replica.keptRows.put({ table: 'bookings', id: userId, createdAt: '2026-11-21', row: {} });
  replica.close();
  await db.replicas.put({ name: replica.name, userId, isAbandoned: false });
  await db.entries.put(anEntry(userId));
}

/** The users with a row of a list, and those with a waiting change, on this device. */
const kept = async () => ({
  rows: await keptOwners(),
  entries: (await db.entries.toArray()).map(({ userId }) => userId),
});

async function keptOwners(): Promise<string[]> {
  const owners: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith('replica-')) continue;
    const replica = new ReplicaDatabase(name);
    owners.push(...(await replica.keptRows.toArray()).map(({ id }) => id));
    replica.close();
  }
  return owners;
}

beforeEach(async () => {
  await Promise.all([db.portalFacts.clear(), db.entries.clear(), db.replicas.clear()]);
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith('replica-')) await Dexie.delete(name);
});

test('an administrator with an expired token and no connection is let in, and stays', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({}, anExpiredSession());
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  await tab.verifyRole();
  expect(tab.administrator()).toEqual(ISLA);
  expect(await kept()).toEqual({ rows: [ISLA.id], entries: [ISLA.id] });
});

test('a role that is gone takes everything of its user from the device', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({ [ROLE]: () => json(200, false), [LOGOUT]: ended }, aSession());
  tab.startAuth();
  await expect
    .poll(() => tab.currentAuth())
    .toEqual({ status: 'signed-out', because: 'not-admin', discarded: 1 });
  await expect.poll(kept).toEqual({ rows: [], entries: [] });
  expect(await tab.readSession()).toBeNull();
});

test('a tab whose session ended in another tab says so', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({}, aSession());
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  await db.session.clear();
  await expect
    .poll(() => tab.currentAuth())
    .toEqual({ status: 'signed-out', because: 'elsewhere' });
});

test('a role check that is refused closes the portal and takes nothing', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab(
    { [ROLE]: () => json(403, { code: '42501', message: 'permission denied' }) },
    aSession(),
  );
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toMatchObject({ status: 'signed-in', isAdmin: false });
  expect(await kept()).toEqual({ rows: [ISLA.id], entries: [ISLA.id] });
});

test('after seven days without an answer of the server the lists are removed, and waiting changes stay', async () => {
  await keepPortalOf(ISLA.id, 7 * DAY + 1000);
  const tab = await openTab({}, aSession());
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toMatchObject({ status: 'signed-in', isAdmin: false });
  await expect.poll(kept).toEqual({ rows: [], entries: [ISLA.id] });
  expect(await tab.readSession()).not.toBeNull();
});

test('somebody whose role was never confirmed waits for the server', async () => {
  let isConnected = false;
  const answer = () =>
    isConnected ? json(200, true) : Promise.reject(new TypeError('fetch failed'));
  const tab = await openTab({ [ROLE]: answer }, aSession());
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toMatchObject({ status: 'signed-in', isAdmin: false });
  isConnected = true;
  await tab.verifyRole();
  expect(tab.administrator()).toEqual(ISLA);
});

/**
 * A tab with a signed-in user whose role was confirmed too long ago, and a server whose answer
 * `role` gives.
 */
async function openUnchecked(role: () => Response | Promise<Response>) {
  await keepPortalOf(ISLA.id, 7 * DAY + 1000);
  const user = () =>
    json(200, { id: ISLA.id, email: ISLA.email, user_metadata: { full_name: ISLA.displayName } });
  return openTab(
    { [TOKEN]: () => granted('token-2'), '/auth/v1/user': user, [ROLE]: role, [LOGOUT]: ended },
    aSession(),
  );
}

test('a new sign-in after an unchecked role is let in, also over a bad connection', async () => {
  let isConnected = false;
  const tab = await openUnchecked(() =>
    isConnected ? json(200, true) : Promise.reject(new TypeError('fetch failed')),
  );
  tab.startAuth();
  await expect.poll(() => tab.currentAuth()).toMatchObject({ status: 'signed-in', isAdmin: false });
  isConnected = true;
  const signedIn = tab.signIn(ISLA.email, 'secret', () => undefined);
  await expect.poll(() => tab.requests.filter((path) => path === ROLE).length).toBeGreaterThan(1);
  isConnected = false;
  expect(await signedIn).toEqual({ outcome: 'signed-in' });
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
});

test.each([
  ['a no', () => json(200, false)],
  ['an error', () => json(404, { code: 'PGRST202', message: 'no function' })],
  ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
])('%s to a question from before a sign-in has the server asked again', async (_name, late) => {
  const answers: ((response: Response | Promise<Response>) => void)[] = [];
  const tab = await openUnchecked(() => new Promise((resolve) => answers.push(resolve)));
  tab.startAuth();
  await expect.poll(() => answers.length).toBe(1);
  const verified = tab.verifyRole();
  const signedIn = tab.signIn(ISLA.email, 'secret', () => undefined);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(json(200, true));
  expect(await signedIn).toEqual({ outcome: 'signed-in' });
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  answers[0]?.(late());
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.(json(200, true));
  await verified;
  expect(tab.administrator()).toEqual(ISLA);
  expect(await tab.readSession()).toMatchObject({ accessToken: 'token-2' });
});

test('signing out removes the lists and the role and leaves waiting changes, without a connection too', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({}, aSession());
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  expect(await tab.signOut()).toEqual({ outcome: 'done' });
  expect(tab.currentAuth()).toEqual({ status: 'signed-out', because: null });
  await expect.poll(kept).toEqual({ rows: [], entries: [ISLA.id] });
  expect(await db.portalFacts.count()).toBe(0);
});

/** A device that accepts no writes any more; deletions still work. */
function fillUp(): void {
  const refuse = () => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse);
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(refuse);
}

test('signing out of a full device takes the session, the lists and the role all the same', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({}, aSession());
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  fillUp();
  expect(await tab.signOut()).toEqual({ outcome: 'done' });
  expect(await tab.readSession()).toBeNull();
  await expect.poll(kept).toEqual({ rows: [], entries: [ISLA.id] });
  expect(await db.portalFacts.count()).toBe(0);
});

test('a role that a full device cannot store stays confirmed when the person returns', async () => {
  await keepPortalOf(ISLA.id, 7 * DAY + 1000);
  const tab = await openTab({ [ROLE]: () => json(200, true) }, aSession());
  let comeBack: () => void = () => undefined;
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: (_name: string, listener: () => void) => (comeBack = listener),
  });
  fillUp();
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  const states: string[] = [];
  tab.onAuthChange(() => states.push(tab.currentAuth().status));
  comeBack();
  await tab.signOut();
  expect(states).toEqual(['signed-out']);
});

test('a sign-out while the portal opens is not followed by a signed-in user', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({}, aSession());
  const states: string[] = [];
  tab.onAuthChange(() => states.push(tab.currentAuth().status));
  let leaving: Promise<unknown> | undefined;
  tab.db.portalFacts.hook('reading', (role: unknown) => {
    leaving ??= Dexie.ignoreTransaction(() => tab.signOut());
    return role;
  });
  tab.startAuth();
  await expect.poll(() => leaving).toBeDefined();
  await leaving;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(states.slice(states.indexOf('signed-out'))).toEqual(['signed-out']);
});

test('a role that is gone takes everything of its user from a full device, too', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({ [ROLE]: () => json(200, false), [LOGOUT]: ended }, aSession());
  fillUp();
  tab.startAuth();
  await expect
    .poll(() => tab.currentAuth())
    .toEqual({ status: 'signed-out', because: 'not-admin', discarded: 1 });
  await expect.poll(kept).toEqual({ rows: [], entries: [] });
  expect(await tab.readSession()).toBeNull();
});

test('a sign-out that the browser cannot store leaves the user signed in, and says so', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab({ [LOGOUT]: ended }, aSession());
  tab.startAuth();
  await expect.poll(() => tab.administrator()).toEqual(ISLA);
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('Internal error', 'UnknownError');
  });
  expect(await tab.signOut()).toEqual({ outcome: 'still-signed-in' });
  expect(tab.administrator()).toEqual(ISLA);
  expect(tab.requests).not.toContain(LOGOUT);
});

test('a sign-out while the role is being checked stays a sign-out', async () => {
  await keepPortalOf(ISLA.id, DAY);
  let answer: (response: Response) => void = () => undefined;
  const role = new Promise<Response>((resolve) => (answer = resolve));
  const tab = await openTab({ [ROLE]: () => role, [LOGOUT]: ended }, aSession());
  tab.startAuth();
  await expect.poll(() => tab.requests).toEqual([ROLE]);
  const verified = tab.verifyRole();
  await tab.signOut();
  answer(json(200, true));
  await verified;
  expect(tab.currentAuth()).toEqual({ status: 'signed-out', because: null });
  expect(await db.portalFacts.count()).toBe(0);
});

const signInAnswers = (role: () => Response) => ({
  [TOKEN]: () => granted('token-1', RONA),
  '/auth/v1/user': () =>
    json(200, { id: RONA.id, email: RONA.email, user_metadata: { full_name: RONA.displayName } }),
  [ROLE]: role,
  [LOGOUT]: ended,
});

test('another administrator finds nothing of the first one’s lists', async () => {
  await keepPortalOf(ISLA.id, DAY);
  const tab = await openTab(signInAnswers(() => json(200, true)));
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({ outcome: 'signed-in' });
  await expect.poll(kept).toEqual({ rows: [], entries: [ISLA.id] });
  expect((await tab.readSession())?.user).toEqual(RONA);
});

test('a user without the role is signed out again, and nothing of the session is stored', async () => {
  const tab = await openTab(signInAnswers(() => json(200, false)));
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({ outcome: 'not-admin' });
  expect(await tab.readSession()).toBeNull();
  await expect.poll(() => tab.requests.at(-1)).toBe(LOGOUT);
});

test('waiting changes of a user who lost the role while signed out are discarded at the sign-in, and those of others stay', async () => {
  await Promise.all([keepPortalOf(ISLA.id, DAY), keepPortalOf(RONA.id, DAY)]);
  const tab = await openTab(signInAnswers(() => json(200, false)));
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({ outcome: 'not-admin' });
  await expect.poll(kept).toEqual({ rows: [ISLA.id], entries: [ISLA.id] });
  expect((await db.portalFacts.toArray()).map(({ userId }) => userId)).toEqual([ISLA.id]);
});

test.each([
  [
    'is refused',
    json(403, { code: '42501', message: 'permission denied' }),
    { outcome: 'not-admin' },
  ],
  [
    'the server can’t make',
    json(404, { code: 'PGRST202', message: 'no function' }),
    { outcome: 'retry', reason: 'server' },
  ],
])('a role check that %s does not let in, and takes nothing', async (_, answer, result) => {
  await keepPortalOf(RONA.id, DAY);
  const tab = await openTab(signInAnswers(() => answer));
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual(result);
  expect((await kept()).entries).toEqual([RONA.id]);
});

test('a connection lost between the password and the role is reported as such', async () => {
  const answers = signInAnswers(() => {
    throw new TypeError('fetch failed');
  });
  const tab = await openTab(answers);
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({
    outcome: 'retry',
    reason: 'offline',
  });
  expect(await tab.readSession()).toBeNull();
});

test.each([
  ['a refusal', () => refused('user_not_found', 'User not found'), undefined],
  ['a limit', () => json(429, { code: 429, msg: 'Slow down' }), 'rate-limited'],
  ['a failing server', () => page(502), 'server'],
  ['a network’s sign-in page', () => page(200), 'not-our-server'],
  ['no connection', () => Promise.reject(new TypeError('fetch failed')), 'offline'],
])('%s in place of the user leaves the sign-in unresolved', async (_name, answer, reason) => {
  const tab = await openTab({ ...signInAnswers(() => json(200, true)), '/auth/v1/user': answer });
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({
    outcome: 'unresolved',
    ...(reason && { reason }),
  });
  expect(await tab.readSession()).toBeNull();
});

const expired = () => json(401, { code: 'PGRST301', message: 'JWT expired' });
const RENEW = 'grant_type=refresh_token';

test.each([
  ['the code PGRST301', expired],
  ['the words “invalid JWT”', () => json(400, { code: 'x', message: 'invalid JWT' })],
  ['the words “invalid token”', () => json(400, { code: 'x', message: 'Invalid token' })],
])(
  'a role check after signing in that meets %s renews the session and asks once more',
  async (_name, refusal) => {
    const roles = [refusal(), json(200, true)];
    const tab = await openTab({
      ...signInAnswers(() => roles.shift() ?? refusal()),
      [RENEW]: () => granted('token-2', RONA),
    });
    expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({
      outcome: 'signed-in',
    });
    expect(await tab.readSession()).toMatchObject({
      accessToken: 'token-2',
      refreshToken: 'refresh-of-token-2',
      user: RONA,
    });
    expect(tab.requests.filter((path) => path === RENEW)).toHaveLength(1);
  },
);

test.each([
  ['expired again', () => granted('token-2', RONA)],
  ['not renewed', () => refused('refresh_token_not_found', 'Invalid Refresh Token')],
])('a token that is %s after signing in lets nobody in', async (_name, renewal) => {
  const tab = await openTab({ ...signInAnswers(expired), [RENEW]: renewal });
  expect(await tab.signIn(RONA.email, 'secret', () => undefined)).toEqual({ outcome: 'not-admin' });
  expect(await tab.readSession()).toBeNull();
  expect(tab.requests.filter((path) => path === ROLE).length).toBeLessThanOrEqual(2);
});

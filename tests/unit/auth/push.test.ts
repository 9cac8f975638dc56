import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aSession, json, openTab } from '../support/portal-device.ts';

const ENDPOINT = 'https://fcm.googleapis.com/send/1';
const hash = createHash('sha256').update(ENDPOINT).digest('hex').slice(0, 32);
const ID = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const ROW = `/push_devices?id=eq.${ID}`;
const LOGOUT = '/logout?scope=local';
const done = () => new Response(null, { status: 204 });

/** Gives the tab's browser a subscription; returns whether it still exists. */
function subscribe(): () => boolean {
  let isThere = true;
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    unsubscribe: async () => !(isThere = false),
  };
  const pushManager = { getSubscription: async () => (isThere ? subscription : null) };
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => ({ pushManager }) } });
  return () => isThere;
}

test('a sign-out ends the subscription and removes the device while the session is good', async () => {
  const tab = await openTab({ [ROW]: done, [LOGOUT]: done }, aSession());
  const isSubscribed = subscribe();
  expect(await tab.signOut()).toEqual({ outcome: 'done' });
  expect(isSubscribed()).toBe(false);
  expect(tab.requests).toEqual([ROW, LOGOUT]);
});

test('a sign-out without a connection ends the subscription too', async () => {
  const tab = await openTab({}, aSession());
  const isSubscribed = subscribe();
  expect(await tab.signOut()).toEqual({ outcome: 'done' });
  expect(isSubscribed()).toBe(false);
});

test('a role that is gone ends the subscription', async () => {
  const tab = await openTab(
    { '/rpc/has_role': () => json(200, false), [LOGOUT]: done },
    aSession(),
  );
  const isSubscribed = subscribe();
  await tab.verifyRole();
  expect(isSubscribed()).toBe(false);
});

test('a start without a session ends a subscription that a killed browser left', async () => {
  const tab = await openTab({});
  const isSubscribed = subscribe();
  tab.startAuth();
  await expect.poll(isSubscribed).toBe(false);
});

test('a sign-out with no subscription asks the server for nothing more', async () => {
  const tab = await openTab({ [LOGOUT]: done }, aSession());
  expect(await tab.signOut()).toEqual({ outcome: 'done' });
  expect(tab.requests).toEqual([LOGOUT]);
});

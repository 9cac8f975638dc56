import { expect, onTestFinished, test } from 'vitest';
import { changeKinds } from '../../../src/core/changes/kinds.ts';
import { storeChange } from '../../../src/core/changes/change-store.ts';
import { prepareCreation } from '../../../src/core/changes/prepare-change.ts';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { Database } from '../../../src/core/store/database.ts';
import { visitorKinds } from '../../../src/core/submissions/kinds.ts';
import { prepareEntry, storeEntry } from '../../../src/core/submissions/new-submission.ts';
import { listRequests } from '../../../src/core/submissions/requests.ts';
import { ANN, BOB, posting } from '../support/admin-outbox.ts';
import { createFakeAdminBackend, SIGNED_OUT } from '../support/fake-admin-backend.ts';
import { createFakeBackend, OFFLINE, RATE_LIMITED } from '../support/fake-backend.ts';
import { booking, contact } from '../support/outbox.ts';

/** A device that a visitor, Ann and Bob share, with an entry of each. */
async function createSharedDevice() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const device = { now: () => clock.now, random: () => 1 };
  const server = createFakeBackend();
  const adminServer = createFakeAdminBackend();
  const visitors = visitorKinds({
    backend: server.backend,
    place: 'page',
    onState: async () => undefined,
  });
  const changes = changeKinds({
    backendOf: () => adminServer.backend,
    replicaOf: () => null,
    preparePicture: async () => ({ ok: false, message: '' }),
  });

  async function add(userId: string): Promise<string> {
    const entry = prepareCreation(posting, [], userId, ++clock.now);
    if (!entry) throw new Error('The posting is not valid');
    await storeChange(db, null, entry, null);
    return `careers/${entry.id}`;
  }
  async function submit(submission = booking): Promise<string> {
    const entry = prepareEntry(submission, null, ++clock.now);
    if (!entry) throw new Error('The submission is not valid');
    await storeEntry(db, entry, null);
    return entry.id;
  }

  return {
    ...{ db, clock, server, adminServer, add, submit },
    /** A page of the site, or the worker. */
    flushVisitors: () =>
      flush({ queue: createQueue(db), kinds: visitors, device }, { eager: true }),
    /** A page of the portal. */
    flushAs: (userId: string | null) =>
      flush(
        { queue: createQueue(db, () => userId), kinds: { ...visitors, ...changes }, device },
        { eager: true },
      ),
    sent: () => [...server.rows.keys(), ...adminServer.rows.keys()].sort(),
  };
}

test('a page of the site and the worker send visitors’ entries alone, and My requests lists these', async () => {
  const { db, clock, add, submit, flushVisitors, sent } = await createSharedDevice();
  await add(ANN);
  const own = await submit();
  const view = async () => ({ now: clock.now, isFlushing: true });
  expect((await listRequests(db, createQueue(db), view)).map(({ id }) => id)).toEqual([own]);
  expect(await flushVisitors()).toEqual({ waiting: [], nextInMs: null });
  expect(sent()).toEqual([own]);
  expect(await db.entries.count()).toBe(1);
});

test('a page of the portal sends visitors’ entries and those of the signed-in user, and no other user’s', async () => {
  const { db, add, submit, flushAs, sent } = await createSharedDevice();
  await add(BOB);
  const own = [await submit(), await add(ANN)].sort();
  expect(await flushAs(ANN)).toEqual({ waiting: [], nextInMs: null });
  expect(sent()).toEqual(own);
  expect(await db.entries.toArray()).toMatchObject([{ userId: BOB }]);
});

test('a page whose user has signed out sends visitors’ entries alone', async () => {
  const { add, submit, flushAs, sent } = await createSharedDevice();
  await add(ANN);
  const own = await submit();
  await flushAs(null);
  expect(sent()).toEqual([own]);
});

test('an ended session leaves out its user’s other entries, and no visitor’s', async () => {
  const { adminServer, add, submit, flushAs, sent } = await createSharedDevice();
  const first = await add(ANN);
  const second = await add(ANN);
  const own = await submit();
  adminServer.scripts.insertRow = [SIGNED_OUT];
  expect(await flushAs(ANN)).toMatchObject({ nextInMs: null });
  expect(adminServer.calls).toHaveLength(1);
  expect(sent()).toEqual([own]);

  await flushAs(ANN);
  expect(sent()).toEqual([own, first, second].sort());
});

test('a dead connection ends the run for visitors’ and administrators’ entries', async () => {
  const { server, adminServer, add, submit, flushAs } = await createSharedDevice();
  await submit();
  await add(ANN);
  server.scripts.row = [OFFLINE];
  expect((await flushAs(ANN)).waiting).toHaveLength(2);
  expect(adminServer.calls).toEqual([]);
});

test('a rate limit rests its own kind: a visitor’s, and no change of the same list', async () => {
  const { server, adminServer, add, submit, flushAs, sent } = await createSharedDevice();
  await submit(contact);
  const change = await add(ANN);
  server.scripts.row = [RATE_LIMITED];
  await flushAs(ANN);
  expect(adminServer.calls).toHaveLength(1);
  expect(sent()).toEqual([change]);
});

test('an entry of a kind that this release does not know is left alone, and delays no other', async () => {
  const { db, submit, flushAs, sent } = await createSharedDevice();
  const foreign = await submit();
  await db.entries.update(foreign, { kind: 'of a later release' });
  const own = await submit();
  expect(await flushAs(ANN)).toEqual({ waiting: [], nextInMs: null });
  expect(sent()).toEqual([own]);
  expect(await db.entries.count()).toBe(1);
});

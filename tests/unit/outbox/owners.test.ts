import { expect, onTestFinished, test } from 'vitest';
import { createAddition } from '../../../src/core/mutations/addition.ts';
import { ADMIN_MUTATIONS } from '../../../src/core/mutations/administrators.ts';
import { listMyRequests } from '../../../src/core/waiting/my-requests.ts';
import { storeAdminEntry } from '../../../src/core/mutations/store-admin-entry.ts';
import { VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { createQueue, enqueue } from '../../../src/core/outbox/queue.ts';
import type { Submission } from '../../../src/core/domain/submission.ts';
import type { Mutation, Mutations } from '../../../src/core/outbox/mutation.ts';
import type { AdminPorts } from '../../../src/core/mutations/admin-mutation.ts';
import type { VisitorPorts } from '../../../src/core/mutations/visitor-mutation.ts';
import type { OutboxEntry } from '../../../src/core/store/device-schema.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { Database } from '../../../src/core/store/database.ts';
import { ANN, BOB, posting } from '../support/admin-outbox.ts';
import { createFakeAdminBackend, SIGNED_OUT } from '../support/fake-admin-backend.ts';
import { createFakeBackend, OFFLINE, RATE_LIMITED } from '../support/fake-backend.ts';
import { booking, contact, fresh } from '../support/outbox.ts';

/** A device that a visitor, Ann and Bob share, with an entry of each. */
async function createSharedDevice() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const device = { now: () => clock.now, random: () => 1 };
  const server = createFakeBackend();
  const adminServer = createFakeAdminBackend();
  const ports: VisitorPorts & AdminPorts = {
    backend: server.backend,
    place: 'page',
    onState: async () => undefined,
    backendOf: () => adminServer.backend,
    replicaOf: () => null,
    preparePicture: async () => ({ ok: false, message: '' }),
  };
  const mutations: Mutations<Mutation<OutboxEntry, VisitorPorts & AdminPorts>> = {
    ...VISITOR_MUTATIONS,
    ...ADMIN_MUTATIONS,
  };

  async function add(userId: string): Promise<string> {
    const made = createAddition(posting, [], userId, ++clock.now);
    if (!made) throw new Error('The posting is not valid');
    await storeAdminEntry(db, null, made);
    return `careers/${made.entry.id}`;
  }
  async function submit(submission: Submission = booking): Promise<string> {
    const made = fresh(submission, null, ++clock.now);
    await enqueue(db, made);
    return made.entry.id;
  }

  return {
    ...{ db, clock, server, adminServer, add, submit },
    /** A page of the site, or the worker. */
    flushVisitors: () =>
      flush(
        { queue: createQueue(db), mutations: VISITOR_MUTATIONS, ports, device },
        { eager: true },
      ),
    /** A page of the portal. */
    flushAs: (userId: string | null) =>
      flush({ queue: createQueue(db, () => userId), mutations, ports, device }, { eager: true }),
    sent: () => [...server.rows.keys(), ...adminServer.rows.keys()].sort(),
  };
}

test('a page of the site and the worker send visitors’ entries alone, and My requests lists these', async () => {
  const { db, clock, add, submit, flushVisitors, sent } = await createSharedDevice();
  await add(ANN);
  const own = await submit();
  const view = async () => ({ now: clock.now, isFlushing: true });
  const { submissions } = await listMyRequests(db, createQueue(db), view);
  expect(submissions.map(({ id }) => id)).toEqual([own]);
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

import { expect, onTestFinished, test, vi } from 'vitest';
import { changeKinds } from '../../../src/core/changes/kinds.ts';
import { createQueue } from '../../../src/core/outbox/queue.ts';
import { flush } from '../../../src/core/outbox/flush.ts';
import { Database } from '../../../src/core/store/database.ts';
import { visitorKinds } from '../../../src/core/submissions/kinds.ts';
import { storeStates } from '../../../src/core/submissions/request-states.ts';
import { listRequests } from '../../../src/core/submissions/requests.ts';
import { dumpDatabase } from '../../releases/dump-database.ts';
import { loadDatabase } from '../../releases/load-fixture.ts';
import { readFixture } from '../../releases/read-fixture.ts';
import { aRequestState } from '../support/booking-events.ts';
import { createFakeAdminBackend } from '../support/fake-admin-backend.ts';
import { createFakeBackend } from '../support/fake-backend.ts';
import { ISLA } from '../support/portal-device.ts';

const HOUR = 60 * 60_000;

/** Loads a device, and sets the clock to its last write. */
async function openDevice(folder: string) {
  const fixture = readFixture(folder);
  for (const database of fixture.databases) await loadDatabase(database);
  vi.useFakeTimers({ toFake: ['Date'], now: fixture.now });
  onTestFinished(() => void vi.useRealTimers());
  const db = new Database();
  onTestFinished(() => db.close());
  return { ...fixture, db };
}

test.each(['two-queues', 'one-queue', 'opened-by-next', 'reopened-by-former'])(
  'the device %s is loaded with its version, its tables and its rows',
  async (folder) => {
    const { databases } = readFixture(folder);
    for (const database of databases) {
      await loadDatabase(database);
      expect(await dumpDatabase(database.name)).toEqual(database);
    }
  },
);

test('My requests shows what it showed before', async () => {
  const { db, items, now } = await openDevice('one-queue');
  const listed = await listRequests(db, createQueue(db), async () => ({ now, isFlushing: false }));
  const before = items.flatMap(({ id, shown }) =>
    shown?.screen === 'My requests' ? [{ id, ...shown.view }] : [],
  );
  expect(listed).toHaveLength(before.length);
  for (const view of before) expect(listed).toContainEqual(view);
});

test('a former device sends what it would have sent before', async () => {
  const { db, databases, flushed, now } = await openDevice('one-queue');
  const [visitors, admin] = [createFakeBackend(), createFakeAdminBackend()];
  const device = { now: () => now + HOUR, random: () => 1 };
  for (const { row } of (databases[1]?.rows.keptRows ?? []) as {
    row: { id: string; rev: number };
  }[])
    admin.bookings.set(`bookings/${row.id}`, {
      ...{ status: 'pending', day: '2026-12-01', time_slot: 'morning' },
      rev: row.rev,
    });
  visitors.replies.push(
    ...[0, 1].map(() => ({ outcome: 'accepted', state: aRequestState() }) as const),
  );
  await flush(
    {
      queue: createQueue(db, () => ISLA.id),
      kinds: {
        ...visitorKinds({
          backend: visitors.backend,
          place: 'page',
          onState: (id, known) => storeStates(db, new Map([[id, known]])),
        }),
        ...changeKinds({
          backendOf: () => admin.backend,
          replicaOf: () => null,
          preparePicture: async ([picked], { smallEdge }) =>
            picked
              ? {
                  ok: true,
                  file: { ...picked, extension: 'jpg' },
                  ...(smallEdge && { small: picked.bytes }),
                }
              : { ok: false, message: 'no picture' },
        }),
      },
      device,
    },
    { eager: true },
  );
  expect(visitors.calls.sort()).toEqual(flushed?.visitor.sort());
  expect(admin.calls.sort()).toEqual(flushed?.admin.sort());
  const left = (await db.entries.toArray()).map(({ id, state: { name } }) => ({ id, state: name }));
  expect(left).toEqual(flushed?.left);
});

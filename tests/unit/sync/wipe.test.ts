import { onTestFinished, expect, test } from 'vitest';
import { createDeletion } from '../../../src/core/outbox/admin-entry.ts';
import { storeAdminEntry } from '../../../src/core/outbox/enqueue-admin.ts';
import { pull } from '../../../src/core/sync/pull.ts';
import { wipeCopies, wipePortal } from '../../../src/core/sync/wipe.ts';
import { Database } from '../../../src/core/store/database.ts';
import { createFakeLists } from '../support/fake-lists.ts';

/** A device that three users have used, each with a copy, a fact and something that waits, with a file. */
async function createDevice() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const server = createFakeLists();
  server.add(3);
  for (const userId of ['anna', 'bert', 'cleo']) {
    await pull({ db, backend: server.backend, userId, now: () => 1 }, ['bookings', 'careers']);
    await db.portalFacts.put({ userId, key: 'role', value: 1 });
    await storeAdminEntry(db, createDeletion('bookings', [], userId, 1), new ArrayBuffer(1));
  }

  const owners = async () => {
    const { keptRows, cursors, portalFacts, adminEntries } = db;
    const copies = await Promise.all([keptRows.toArray(), cursors.toArray(), portalFacts.toArray()]);
    const of = (rows: { userId: string }[]) => [...new Set(rows.map(({ userId }) => userId))].sort();
    return { copies: copies.map(of), waiting: of(await adminEntries.toArray()), files: await db.adminFiles.count() };
  };
  return { db, owners };
}

const EVERYBODY = ['anna', 'bert', 'cleo'];

test('the copies of everybody go, and what waits stays', async () => {
  const { db, owners } = await createDevice();
  await wipeCopies(db, null);
  expect(await owners()).toEqual({ copies: [[], [], []], waiting: EVERYBODY, files: 3 });
});

test.each(EVERYBODY)('the copies of everybody but %s go', async (userId) => {
  const { db, owners } = await createDevice();
  await wipeCopies(db, userId);
  expect(await owners()).toEqual({ copies: [[userId], [userId], [userId]], waiting: EVERYBODY, files: 3 });
});

test('all of one user goes, with what waits and its files', async () => {
  const { db, owners } = await createDevice();
  await wipePortal(db, 'bert');
  const others = ['anna', 'cleo'];
  expect(await owners()).toEqual({ copies: [others, others, others], waiting: others, files: 2 });
});

import { expect, test } from 'vitest';
import { createDeletion } from '../../../src/core/outbox/admin-entry.ts';
import { createAdminQueue } from '../../../src/core/outbox/admin-queue.ts';
import { storeAdminEntry } from '../../../src/core/outbox/enqueue-admin.ts';
import { wipeCopies, wipePortal } from '../../../src/core/sync/wipe.ts';
import { createCopy, USER } from '../support/copy.ts';

type Copy = ReturnType<typeof createCopy>;

/** An administrator's deletion that the server confirms, and this device with it. */
async function deleteAndSettle({ db, server }: Copy, id: string): Promise<void> {
  const entry = { ...createDeletion('bookings', [{ id, path: null }], USER, 1), done: 1 };
  await storeAdminEntry(db, entry, null);
  server.remove(id);
  await createAdminQueue(db, USER).settleDeletion(entry);
}

test('a page read before a deletion was confirmed does not bring the row back', async () => {
  const copy = createCopy();
  const [gone = '', left = ''] = copy.server.add(2);
  copy.server.meanwhile.set('readChanges', () => deleteAndSettle(copy, gone));
  const seen: string[][] = [];
  copy.db.keptRows.hook('creating', (_, { id }) => void seen.push([id]));
  await copy.pull();
  expect(seen.flat()).toEqual([left]);
  expect(await copy.keptIds()).toEqual([left]);
});

test('a deletion confirmed before the first answer came does not come back either', async () => {
  const copy = createCopy();
  const [gone = '', left = ''] = copy.server.add(2);
  copy.server.meanwhile.set('readSyncState', () => deleteAndSettle(copy, gone));
  await copy.pull();
  expect(await copy.keptIds()).toEqual([left]);
  expect(await copy.cursor()).toMatchObject({ epoch: 'first', pulledAt: 1_000 });
});

test('a page read before another tab’s pull is not written over it', async () => {
  const { server, pull, kept, cursor } = createCopy();
  const [changed = '', gone = ''] = server.add(2, 'bookings', { status: 'pending' });
  server.meanwhile.set('readChanges', async () => {
    server.change(changed, { status: 'confirmed' });
    server.remove(gone);
    await pull();
  });
  expect(await pull()).toEqual({ outcome: 'pulled' });
  expect(await kept()).toMatchObject([{ id: changed, status: 'confirmed' }]);
  expect(await cursor()).toMatchObject({ rev: 4 });
});

test('two pulls at once end with the same rows as one', async () => {
  const { server, pull, keptIds } = createCopy();
  const ids = server.add(2_500);
  expect(await Promise.all([pull(), pull()])).toEqual([{ outcome: 'pulled' }, { outcome: 'pulled' }]);
  expect(await keptIds()).toEqual(ids.sort());
});

test.each(['readSyncState', 'readChanges', 'readDeletions'] as const)('a wipe while %s is on its way ends the pull and leaves nothing', async (call) => {
  const { db, server, pull } = createCopy();
  server.add(1_500);
  server.meanwhile.set(call, () => wipeCopies(db, null));
  expect(await pull()).toEqual({ outcome: 'signed-out' });
  expect(await db.keptRows.count()).toBe(0);
  expect(await db.cursors.count()).toBe(0);
});

test('a wipe after the first page ends the pull and leaves nothing', async () => {
  const { db, server, pull } = createCopy();
  server.add(2_500);
  server.meanwhile.set('readChanges', () => {
    server.meanwhile.set('readChanges', () => wipePortal(db, USER));
  });
  expect(await pull()).toEqual({ outcome: 'signed-out' });
  expect(await db.keptRows.count()).toBe(0);
  expect(await db.cursors.count()).toBe(0);
});

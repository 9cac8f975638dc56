import { expect, test } from 'vitest';
import { createDeletion } from '../../../src/core/changes/prepare-change.ts';
import { storeChange } from '../../../src/core/changes/change-store.ts';
import { listKept } from '../../../src/core/sync/replica-store.ts';
import { createReplica } from '../support/replica.ts';
import { createAdminOutbox, ANN, BOB } from '../support/admin-outbox.ts';

test('stored rows are counted for each list, with the time of the last sync and the waiting changes', async () => {
  const { replica, server, clock, pull } = createReplica();
  const { db } = createAdminOutbox();
  server.add(3);
  await pull();
  await storeChange(db, null, createDeletion('bookings', [], ANN, 1), null);
  await storeChange(db, null, createDeletion('careers', [], ANN, 1), null);
  await storeChange(db, null, createDeletion('careers', [], BOB, 1), null);

  const lists = await listKept(db, replica, ANN);

  expect(lists.map(({ table }) => table)).toEqual([
    'bookings',
    'careers',
    'job_applications',
    'contact_messages',
    'gallery_images',
    'testimonials',
    'alerts',
  ]);
  expect(lists[0]).toEqual({ table: 'bookings', rows: 3, pulledAt: clock.now, waiting: 1 });
  expect(lists[1]).toEqual({ table: 'careers', rows: 0, pulledAt: clock.now, waiting: 1 });
});

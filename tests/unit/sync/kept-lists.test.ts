import { expect, test } from 'vitest';
import { createDeletion } from '../../../src/core/outbox/admin-entry.ts';
import { storeAdminEntry } from '../../../src/core/outbox/enqueue-admin.ts';
import { listKept } from '../../../src/core/sync/kept-lists.ts';
import { createCopy, USER } from '../support/copy.ts';

test('what is kept is counted for each list, with when the server last agreed and what waits', async () => {
  const { db, server, pull } = createCopy();
  server.add(3);
  await pull(['bookings']);
  await storeAdminEntry(db, createDeletion('bookings', [], USER, 1), null);
  await storeAdminEntry(db, createDeletion('careers', [], USER, 1), null);

  const lists = await listKept(db, USER);

  expect(lists.map(({ table }) => table)).toEqual([
    'bookings', 'careers', 'job_applications', 'contact_messages', 'gallery_images', 'testimonials', 'alerts',
  ]);
  expect(lists[0]).toEqual({ table: 'bookings', rows: 3, pulledAt: 1_000, waiting: 1 });
  expect(lists[1]).toEqual({ table: 'careers', rows: 0, pulledAt: null, waiting: 1 });
});

test('nothing of another user is counted', async () => {
  const { db, server, pull } = createCopy();
  server.add(3);
  await pull(['bookings']);
  await storeAdminEntry(db, createDeletion('bookings', [], USER, 1), null);

  const [bookings] = await listKept(db, 'user-2');

  expect(bookings).toEqual({ table: 'bookings', rows: 0, pulledAt: null, waiting: 0 });
});

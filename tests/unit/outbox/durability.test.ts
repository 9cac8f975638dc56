import { expect, test } from 'vitest';
import { enqueue as store } from '../../../src/core/outbox/queue.ts';
import { Database } from '../../../src/core/store/database.ts';
import { application, createOutbox, fresh, pdf } from '../support/outbox.ts';

test('an entry and its file are there after the database is closed and opened again', async () => {
  const { db, enqueue } = createOutbox();
  const file = pdf(10_000);
  const { id } = await enqueue(application, file);
  db.close();
  const reopened = new Database(db.name);
  expect(await reopened.entries.get(id)).toMatchObject(application);
  expect(new Uint8Array((await reopened.files.get(id))?.bytes ?? new ArrayBuffer())).toEqual(
    new Uint8Array(file.bytes),
  );
  reopened.close();
});

test('an entry whose file cannot be stored is not stored either', async () => {
  const { db } = createOutbox();
  db.files.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(store(db, fresh(application, pdf()))).rejects.toThrow('full');
  expect(await db.entries.count()).toBe(0);
});

test('storing the same entry again changes nothing', async () => {
  const { db, enqueue, stored, flush, server } = createOutbox();
  const entry = await enqueue();
  server.scripts.row = [{ outcome: 'retry', reason: 'server' }];
  await flush();
  const before = await stored(entry);
  await store(db, { entry, file: null });
  expect(await stored(entry)).toEqual(before);
});

test('an entry row holds no bytes, so that listing reads no file', async () => {
  const { enqueue, stored } = createOutbox();
  const entry = await enqueue(application, pdf(10_000));
  expect(JSON.stringify(await stored(entry)).length).toBeLessThan(1_000);
});

test('the database opens again after the browser closed it under the app', async () => {
  const { db, enqueue, stored } = createOutbox();
  const entry = await enqueue();
  db.close({ disableAutoOpen: false });
  expect((await stored(entry)).id).toBe(entry.id);
});

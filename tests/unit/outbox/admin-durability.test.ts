import { expect, test } from 'vitest';
import { createAddition } from '../../../src/core/mutations/addition.ts';
import { readPending, readWaiting } from '../../../src/core/waiting/pending.ts';
import { storeAdminEntry } from '../../../src/core/mutations/store-admin-entry.ts';
import { Database } from '../../../src/core/store/database.ts';
import {
  ANN,
  createAdminOutbox,
  jpeg,
  picture,
  posting,
  testimonial,
} from '../support/admin-outbox.ts';

test('a change and its file are there after the database is closed and opened again', async () => {
  const { db, add } = createAdminOutbox();
  const file = jpeg(10_000);
  const entry = await add(picture, file);
  db.close();
  const reopened = new Database(db.name);
  expect(await reopened.entries.get(entry.id)).toEqual(entry);
  expect(new Uint8Array((await reopened.files.get(entry.id))?.bytes ?? new ArrayBuffer())).toEqual(
    new Uint8Array(file.bytes),
  );
  reopened.close();
});

test('a change whose file cannot be stored is not stored either', async () => {
  const { db, add } = createAdminOutbox();
  db.files.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(add(picture, jpeg())).rejects.toThrow('full');
  expect(await db.entries.count()).toBe(0);
});

test('storing the same change again changes nothing', async () => {
  const { db, server, add, stored, flush } = createAdminOutbox();
  const entry = await add(posting);
  server.scripts.insertRow = [{ outcome: 'retry', reason: 'server' }];
  await flush();
  const before = await stored(entry);
  await storeAdminEntry(db, null, { entry, file: null });
  expect(await stored(entry)).toEqual(before);
});

test('a change that breaks a rule, or a picture without its file, gets no entry', () => {
  const untitled = { ...posting, values: { ...posting.values, title: ' ' } } as typeof posting;
  expect([createAddition(untitled, [], ANN, 0), createAddition(picture, [], ANN, 0)]).toEqual([
    null,
    null,
  ]);
});

test('values are stored as the database would trim them', () => {
  const spaced = {
    ...testimonial,
    values: { ...testimonial.values, name: ' Cara Dunn ' },
  } as typeof testimonial;
  expect(createAddition(spaced, [], ANN, 0)?.entry.creation).toEqual(testimonial);
});

test('a change that a newer release wrote is left alone, and the others go', async () => {
  const { db, server, seed, remove, add, flush, undo } = createAdminOutbox();
  const newer = await remove('bookings', await seed('bookings', 1));
  await db.entries.update(newer.id, { version: 99 });
  const known = await add(posting);
  const report = await flush();
  expect(server.calls).toEqual([`insert careers/${known.id}`]);
  expect(report.waiting).toEqual([]);
  expect(await undo(newer.id)).toBe(false);
  expect((await readPending(db, ANN, 0)).hidden).toEqual(new Map());
  expect((await readWaiting(db, ANN)).count).toBe(1);
});

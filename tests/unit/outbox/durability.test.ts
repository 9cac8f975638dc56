import { expect, test } from 'vitest';
import { prepareEntry, storeEntry } from '../../../src/core/submissions/new-submission.ts';
import { Database } from '../../../src/core/store/database.ts';
import { application, booking, createOutbox, pdf } from '../support/outbox.ts';

test('an entry and its file are there after the database is closed and opened again', async () => {
  const { db, enqueue } = createOutbox();
  const file = pdf(10_000);
  const { id } = await enqueue(application, file);
  db.close();
  const reopened = new Database(db.name);
  expect(await reopened.entries.get(id)).toMatchObject({ submission: application });
  expect(new Uint8Array((await reopened.files.get(id))?.bytes ?? new ArrayBuffer())).toEqual(
    new Uint8Array(file.bytes),
  );
  reopened.close();
});

test('an entry whose file cannot be stored is not stored either', async () => {
  const { db } = createOutbox();
  const file = pdf();
  const entry = prepareEntry(application, file, 0);
  if (!entry) throw new Error('not valid');
  db.files.hook('creating', () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(storeEntry(db, entry, file.bytes)).rejects.toThrow('full');
  expect(await db.entries.count()).toBe(0);
});

test('storing the same entry again changes nothing', async () => {
  const { db, enqueue, stored, flush, server } = createOutbox();
  const entry = await enqueue();
  server.scripts.row = [{ outcome: 'retry', reason: 'server' }];
  await flush();
  const before = await stored(entry);
  await storeEntry(db, entry, null);
  expect(await stored(entry)).toEqual(before);
});

test('an entry row holds no bytes, so that listing reads no file', async () => {
  const { enqueue, stored } = createOutbox();
  const entry = await enqueue(application, pdf(10_000));
  expect(JSON.stringify(await stored(entry)).length).toBeLessThan(1_000);
});

test('a submission that breaks a rule gets no entry', () => {
  expect(
    prepareEntry(
      { ...booking, values: { ...booking.values, name: 'A' } } as typeof booking,
      null,
      0,
    ),
  ).toBeNull();
});

test('the database opens again after the browser closed it under the app', async () => {
  const { db, enqueue, stored } = createOutbox();
  const entry = await enqueue();
  db.close({ disableAutoOpen: false });
  expect((await stored(entry)).id).toBe(entry.id);
});

test('the draft goes in the transaction that stores its entry', async () => {
  const { db, enqueue } = createOutbox();
  const form = 'job_application';
  await db.drafts.put({ form, id: 'one', values: application.values, savedAt: 0 });
  await db.draftFiles.put({ form, name: 'cv.pdf', bytes: pdf().bytes, savedAt: 0 });
  await enqueue(application, pdf());
  expect(await db.drafts.count()).toBe(0);
  expect(await db.draftFiles.count()).toBe(0);
});

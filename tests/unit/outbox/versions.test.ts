import { expect, test } from 'vitest';
import { contact, createOutbox } from '../support/outbox.ts';

test('an entry that a newer release wrote is left alone, and the others are sent', async () => {
  const { db, server, enqueue, flush, attention, requests } = createOutbox();
  const newer = await enqueue();
  await db.entries.update(newer.id, { version: 99 });
  const known = await enqueue(contact);
  const report = await flush();
  expect([...server.rows.keys()]).toEqual([known.id]);
  expect(await attention(newer)).toBeNull();
  expect(report.waiting).toEqual([]);
  expect(await requests()).toContainEqual(
    expect.objectContaining({ id: newer.id, canRetry: false, canEdit: false }),
  );
});

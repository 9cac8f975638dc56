import { expect, test } from 'vitest';
import { readCrewPage } from '../../../src/core/waiting/crew-page.ts';
import type { OutboxEntry } from '../../../src/core/store/device-schema.ts';
import { createPhone } from '../support/crew.ts';
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

test('an entry of a newer release with another content is listed by its kind, beside the others', async () => {
  const { db, enqueue, requests } = createOutbox();
  const newer = await enqueue();
  const { values, ...fields } = newer;
  await db.entries.put({ ...fields, version: 99, content: { values } } as OutboxEntry);
  const known = await enqueue(contact);
  expect(await requests()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: newer.id, kind: 'booking', summary: null, canRetry: false }),
      expect.objectContaining({ id: known.id, kind: 'contact' }),
    ]),
  );
});

test('an entry at a step that only a newer release knows waits for that release', async () => {
  const { db, server, enqueue, flush } = createOutbox();
  const newer = await enqueue();
  await db.entries.update(newer.id, { step: 'survey' });
  const known = await enqueue(contact);
  await flush();
  expect([...server.rows.keys()]).toEqual([known.id]);
  expect(await db.entries.toArray()).toMatchObject([{ id: newer.id, step: 'survey' }]);
});

test('a report of a newer release is shown without a way to discard it, or left out if its content has another form', async () => {
  const { db, queue, clock, report } = await createPhone();
  const [newer, other, known] = [await report(), await report(), await report()];
  await db.entries.update(newer.id, { version: 99 });
  const { about, ...fields } = other;
  await db.entries.put({ ...fields, version: 99, visit: about } as OutboxEntry);
  const view = async () => ({ now: clock.now, isFlushing: false });
  const { reports } = await readCrewPage(db, queue, clock.now, view);
  expect(new Map(reports.map(({ id, canUndo }) => [id, canUndo]))).toEqual(
    new Map([
      [newer.id, false],
      [known.id, true],
    ]),
  );
});

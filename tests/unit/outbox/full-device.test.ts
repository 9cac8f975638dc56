import { expect, test, vi } from 'vitest';
import { REFUSED, SERVER_ERROR } from '../support/fake-backend.ts';
import { application, booking, createOutbox, MINUTE, pdf } from '../support/outbox.ts';

const QUOTA = new DOMException('full', 'QuotaExceededError');
/** As Dexie says it of a transaction that was aborted for it. */
const ABORTED = Object.assign(new Error('aborted'), { name: 'AbortError', inner: QUOTA });

/** A device that becomes full when the test says so: it still reads and deletes. */
function createFullDevice() {
  const outbox = createOutbox();
  const { db } = outbox;
  const fill = (error: Error = QUOTA) => {
    for (const table of [db.entries, db.files, db.receipts]) vi.spyOn(table, 'put').mockImplementation(() => Promise.reject(error) as never);
  };
  return { ...outbox, fill };
}

test.each([
  ['as the browser says it', QUOTA],
  ['as the database library says it', ABORTED],
])('what waits on a device that became full, %s, is sent once and leaves the device', async (_, error) => {
  const { db, server, enqueue, flush, fill } = createFullDevice();
  const { id } = await enqueue(application, pdf());
  fill(error);

  expect(await flush()).toEqual({ waiting: [], nextInMs: null });

  expect(server.calls).toEqual([`file ${id}.pdf`, `row ${id}`, `email ${id}`]);
  expect([await db.entries.count(), await db.files.count()]).toEqual([0, 0]);
});

test('what was sent from a full device is still told where its receipt finds room', async () => {
  const { db, enqueue, flush, fill, requests } = createFullDevice();
  const { id } = await enqueue(booking);
  fill();
  vi.spyOn(db.receipts, 'put').mockImplementationOnce(() => Promise.reject(QUOTA) as never).mockImplementation((receipt) => db.receipts.add(receipt));

  await flush();

  expect(await requests()).toMatchObject([{ id, state: 'sent' }]);
});

test.each([
  ['fails', SERVER_ERROR],
  ['is refused', REFUSED],
])('what %s on a full device stays there, keeps no other from being sent, and rests a minute', async (_, answer) => {
  const { server, clock, enqueue, flush, fill, stored } = createFullDevice();
  const { id } = await enqueue();
  const other = await enqueue();
  fill();
  server.scripts.row = [answer];

  expect(await flush()).toEqual({ waiting: [id], nextInMs: MINUTE });
  expect(await stored({ id })).toMatchObject({ state: { name: 'waiting', tries: 0 } });
  expect([...server.rows.keys()]).toEqual([other.id]);

  clock.now += MINUTE;
  await flush();
  expect([...server.rows.keys()]).toEqual([other.id, id]);
});

import { expect, test, vi } from 'vitest';
import { readPending, readWaiting, visibleRows } from '../../../src/core/waiting/pending.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import { SIGNED_OUT } from '../support/fake-admin-backend.ts';
import { OFFLINE } from '../support/fake-backend.ts';
import { ANN, createAdminOutbox } from '../support/admin-outbox.ts';
import { aRecordedEvent } from '../support/booking-events.ts';

async function createOffice() {
  const outbox = createAdminOutbox();
  const booking = await outbox.seedBooking();
  /** The booking as Ann's lists show it. */
  const seen = async () => {
    const pending = await readPending(outbox.db, ANN, outbox.clock.now);
    const [row] = visibleRows(
      (await outbox.kept('bookings')) as ReplicaRow<'bookings'>[],
      'bookings',
      pending,
    );
    return row && { ...row, events: row.events.map(({ kind }) => kind) };
  };
  return { ...outbox, booking, seen };
}

test('an answer is added once, its mails are asked for, and it ends with a receipt', async () => {
  const { db, server, booking, answer, flush, decisions } = await createOffice();
  const { id } = await answer(booking, 'confirmed');
  await flush();
  await flush();
  expect([...server.events]).toEqual([[id, 'confirmed']]);
  expect(server.mailed).toEqual([booking.id]);
  expect(await db.entries.count()).toBe(0);
  expect(await decisions()).toEqual([[id, null]]);
});

test('lists show the answer from the moment it is stored, and keep it when it is sent', async () => {
  const { booking, answer, flush, seen } = await createOffice();
  await answer(booking, 'confirmed', { day: '2026-12-02', time_slot: 'evening' });
  const after = {
    status: 'confirmed',
    preferred_date: '2026-12-02',
    preferred_time: 'evening',
    events: ['confirmed'],
  };
  expect(await seen()).toMatchObject({ ...after, rev: 9 });
  await flush();
  expect(await seen()).toMatchObject({ ...after, rev: 10 });
});

test('an answer whose response was lost is added once', async () => {
  const { db, server, clock, booking, answer, flush, seen } = await createOffice();
  server.scripts.answerBooking = ['lost'];
  await answer(booking, 'confirmed');
  await flush();
  expect((await readPending(db, ANN, 0)).answers.size).toBe(1);
  clock.now += 60_000;
  await flush();
  expect(server.events.size).toBe(1);
  expect(await seen()).toMatchObject({ status: 'confirmed', events: ['confirmed'], rev: 10 });
});

test('an answer whose response was lost, and that a later event followed, leaves the booking to the next pull', async () => {
  const { server, clock, booking, answer, flush, seen } = await createOffice();
  server.scripts.answerBooking = ['lost'];
  await answer(booking, 'confirmed');
  await flush();
  const { preferred_date: day } = booking;
  const cancelled = { status: 'cancelled', day, time_slot: 'morning', rev: 12 } as const;
  server.bookings.set(`bookings/${booking.id}`, cancelled);
  clock.now += 60_000;
  await flush();
  expect(await seen()).toMatchObject({ status: 'pending', events: [], rev: 9 });
});

test('without a connection an answer waits and can be undone', async () => {
  const { db, server, booking, answer, flush, seen, undo } = await createOffice();
  server.scripts.isAdmin = [OFFLINE];
  const { id } = await answer(booking, 'declined');
  await flush();
  const [pending] = (await readPending(db, ANN, 0)).answers.values();
  expect(pending).toMatchObject({ cause: 'offline', canUndo: true, attention: null });
  expect(await seen()).toMatchObject({ status: 'cancelled' });
  expect(await undo(id)).toBe(true);
  expect(await seen()).toMatchObject({ status: 'pending', events: [] });
});

test('an answer that may have arrived cannot be undone', async () => {
  const { server, booking, answer, flush, undo } = await createOffice();
  server.scripts.answerBooking = ['lost'];
  const { id } = await answer(booking, 'confirmed');
  await flush();
  expect(await undo(id)).toBe(false);
});

test('an answer to a booking that changed is refused, and the present state is shown', async () => {
  const { db, server, booking, answer, flush, seen, attention, decisions } = await createOffice();
  const entry = await answer(booking, 'confirmed');
  server.bookings.set(`bookings/${booking.id}`, {
    status: 'cancelled',
    day: booking.preferred_date,
    time_slot: 'morning',
    rev: 12,
  });
  await flush();
  expect(await attention(entry)).toMatchObject({ reason: 'changed' });
  expect(server.events.size).toBe(0);
  expect(await seen()).toMatchObject({ status: 'pending' });
  expect(await decisions()).toMatchObject([[entry.id, { reason: 'changed' }]]);
  expect(await readWaiting(db, ANN)).toMatchObject({ count: 1, refused: 1 });
});

test.each([
  ['We are full.', undefined],
  ['No cleaner is free.', true],
])(
  'an answer that another administrator gave with the text %j is done, and leaves the booking to the next pull',
  async (text, isTextUnsent) => {
    const { db, server, booking, answer, flush, seen, decisions } = await createOffice();
    const entry = await answer(booking, 'declined', { message: 'We are full.' });
    const key = `bookings/${booking.id}`;
    const { preferred_date: day } = booking;
    server.bookings.set(key, { status: 'cancelled', day, time_slot: 'morning', rev: 12 });
    server.lastAnswers.set(key, { kind: 'declined', day: null, time_slot: null, message: text });
    await flush();
    expect(await decisions()).toEqual([[entry.id, null]]);
    expect((await db.receipts.get(entry.id))?.isTextUnsent).toBe(isTextUnsent);
    expect(server.events.size).toBe(0);
    expect(await seen()).toMatchObject({ status: 'pending', events: [], rev: 9 });
    expect(await readWaiting(db, ANN)).toMatchObject({ count: 0 });
  },
);

test('a waiting answer that moves a confirmed visit names the visit before', async () => {
  const { db, booking, answer, clock } = await createOffice();
  const confirmed = { ...booking, status: 'confirmed', events: [aRecordedEvent()] };
  await answer(booking, 'confirmed', { day: '2026-12-02', time_slot: 'evening' });
  const pending = await readPending(db, ANN, clock.now);
  const movedFrom = (row: ReplicaRow<'bookings'>) =>
    visibleRows([row], 'bookings', pending)[0]?.events.at(-1)?.from_day;
  expect(movedFrom(confirmed)).toBe('2026-12-01');
  expect(movedFrom(booking)).toBeUndefined();
});

test('a waiting answer is not shown over another answer that a pull brought', async () => {
  const { booking, answer, pulled, seen } = await createOffice();
  await answer(booking, 'declined');
  const events = [aRecordedEvent({ rev: 12 })];
  const row = { ...booking, status: 'confirmed', rev: 12, events };
  await pulled('bookings', booking.id, row);
  expect(await seen()).toMatchObject({ status: 'confirmed', events: ['confirmed'], rev: 12 });
});

test('a waiting answer stays while a pull brings what became of an earlier mail', async () => {
  const { booking, answer, pulled, seen } = await createOffice();
  await answer(booking, 'declined');
  await pulled('bookings', booking.id, { ...booking, rev: 12 });
  expect(await seen()).toMatchObject({ status: 'cancelled', events: ['declined'], rev: 12 });
});

test('answering again replaces the refused answer', async () => {
  const { db, server, booking, answer, flush, seen } = await createOffice();
  server.bookings.set(`bookings/${booking.id}`, {
    status: 'pending',
    day: booking.preferred_date,
    time_slot: 'morning',
    rev: 12,
  });
  await answer(booking, 'confirmed');
  await flush();
  const again = await answer({ ...booking, rev: 12 }, 'declined');
  expect((await db.entries.toArray()).map(({ id }) => id)).toEqual([again.id]);
  await flush();
  expect([...server.events]).toEqual([[again.id, 'declined']]);
  expect(await seen()).toMatchObject({ status: 'cancelled', rev: 13 });
});

test('a waiting Repeat confirms the booking for its first day, with its price', async () => {
  const { server, booking, answer, flush, seen } = await createOffice();
  server.scripts.isAdmin = [OFFLINE];
  await answer(booking, 'repeated', {
    day: '2026-12-09',
    time_slot: 'evening',
    every: 2,
    price_pence: 6600,
    price_per: 'visit',
  });
  await flush();
  expect(await seen()).toMatchObject({
    status: 'confirmed',
    preferred_date: '2026-12-09',
    preferred_time: 'evening',
    price_pence: 6600,
    price_per: 'visit',
    events: ['repeated'],
  });
});

test('a refused answer can be discarded', async () => {
  const { db, server, booking, answer, flush, undo } = await createOffice();
  const { id } = await answer(booking, 'confirmed');
  server.bookings.clear();
  await flush();
  expect(await undo(id)).toBe(true);
  expect(await db.entries.count()).toBe(0);
});

test('an answer without a session waits for the next sign-in, and one without the role is refused', async () => {
  const { db, server, booking, answer, flush, attention } = await createOffice();
  server.scripts.isAdmin = [SIGNED_OUT];
  const entry = await answer(booking, 'confirmed');
  await flush();
  const [pending] = (await readPending(db, ANN, 0)).answers.values();
  expect(pending?.cause).toBe('signed-out');
  server.isAdmin = false;
  await flush();
  expect(await attention(entry)).toMatchObject({ reason: 'forbidden' });
});

test('a replica that cannot be written does not repeat the answer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { db, replica, server, booking, answer, flush } = await createOffice();
  replica.keptRows.hook('updating', () => {
    throw new Error('disk');
  });
  await answer(booking, 'confirmed');
  await flush();
  expect([await db.entries.count(), server.calls.filter((c) => c.startsWith('answer'))]).toEqual([
    0,
    [`answer ${booking.id}`],
  ]);
});

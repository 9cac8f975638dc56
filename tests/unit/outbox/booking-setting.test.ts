import { expect, test } from 'vitest';
import {
  presentValue,
  settingKey,
  type BookingSettingEntry,
} from '../../../src/core/mutations/booking-setting.ts';
import { readPending, readWaiting, visibleRows } from '../../../src/core/waiting/pending.ts';
import type { ReplicaRow } from '../../../src/core/server/admin-backend.ts';
import { OFFLINE } from '../support/fake-backend.ts';
import { ANN, createAdminOutbox } from '../support/admin-outbox.ts';
import { aSettingChange } from '../support/booking-events.ts';

async function createOffice() {
  const outbox = createAdminOutbox();
  const { db, clock, server } = outbox;
  const booking = await outbox.seedBooking();
  /** The booking as Ann's lists show it. */
  const seen = async () => {
    const pending = await readPending(db, ANN, clock.now);
    const rows = (await outbox.kept('bookings')) as ReplicaRow<'bookings'>[];
    const [row] = visibleRows(rows, 'bookings', pending);
    return row && { ...row, settings: row.settings.map(({ field, value }) => [field, value]) };
  };
  const waiting = async () => (await readPending(db, ANN, clock.now)).settings;
  /** Another administrator's value on the server. */
  const others = (value: string[], rev: number) => {
    server.settings.set(`bookings/${booking.id} crew`, { value, rev });
  };
  return { ...outbox, booking, seen, waiting, others };
}

test('a setting is stored once, whichever response was lost, and ends with a receipt', async () => {
  const { db, server, clock, booking, set, flush, decisions, seen } = await createOffice();
  server.scripts.setBooking = ['lost'];
  const { id } = await set(booking, 'crew', ['ann']);
  await flush();
  clock.now += 60_000;
  await flush();
  await flush();
  expect([...server.changes]).toEqual([id]);
  expect(await db.entries.count()).toBe(0);
  expect(await decisions()).toEqual([[id, null]]);
  expect(await seen()).toMatchObject({ crew: ['ann'], rev: 10, settings: [['crew', ['ann']]] });
});

test('lists show a setting from the moment it is stored, and as before once it is undone', async () => {
  const { server, booking, set, flush, seen, undo, waiting } = await createOffice();
  server.scripts.isAdmin = [OFFLINE];
  const { id } = await set(booking, 'instructions', 'The key is at number 6.');
  await flush();
  const key = settingKey(booking.id, 'instructions');
  expect((await waiting()).get(key)).toMatchObject({ cause: 'offline', canUndo: true });
  expect(await seen()).toMatchObject({ instructions: 'The key is at number 6.', rev: 9 });
  expect(await undo(id)).toBe(true);
  expect(await seen()).toMatchObject({ instructions: null, settings: [] });
});

test('a setting that may have arrived cannot be undone', async () => {
  const { server, booking, set, flush, undo } = await createOffice();
  server.scripts.setBooking = ['lost'];
  const { id } = await set(booking, 'crew', ['ann']);
  await flush();
  expect(await undo(id)).toBe(false);
});

test('an answer and settings of several fields wait side by side, one of each', async () => {
  const { db, server, booking, answer, set, flush, seen, waiting } = await createOffice();
  server.scripts.isAdmin = [OFFLINE, OFFLINE, OFFLINE];
  await answer(booking, 'confirmed');
  await set(booking, 'instructions', 'Key at 6.');
  await set(booking, 'access', 'Code 4711');
  await flush();
  expect((await readPending(db, ANN, 0)).answers.size).toBe(1);
  expect((await waiting()).size).toBe(2);
  expect(await seen()).toMatchObject({
    status: 'confirmed',
    instructions: 'Key at 6.',
    access: 'Code 4711',
  });
});

test('the way in is shown while it waits, and its history has no value', async () => {
  const { booking, set, flush, kept, seen } = await createOffice();
  await set(booking, 'access', 'Code 4711');
  const shown = { access: 'Code 4711', settings: [['access', null]] };
  expect(await seen()).toMatchObject(shown);
  await flush();
  expect(await seen()).toMatchObject(shown);
  expect(JSON.stringify(await kept('bookings')).match(/4711/g)).toHaveLength(1);
});

test('a setting is not shown over another value that a pull brought', async () => {
  const { booking, set, pulled, seen } = await createOffice();
  await set(booking, 'crew', ['ann']);
  await pulled('bookings', booking.id, { ...booking, rev: 12, notes: 'Ring twice' } as never);
  expect(await seen()).toMatchObject({ crew: ['ann'], notes: 'Ring twice' });
  await pulled('bookings', booking.id, { ...booking, rev: 13, crew: ['ben'] } as never);
  expect(await seen()).toMatchObject({ crew: ['ben'], settings: [] });
});

test('a refused setting needs attention beside the present value, and the next one replaces it', async () => {
  const {
    db,
    server,
    booking,
    set,
    flush,
    seen,
    attention,
    stored,
    decisions,
    others,
    answer,
    pulled,
  } = await createOffice();
  const refused = await set(booking, 'crew', ['ann']);
  others(['ben'], 12);
  await flush();
  expect(await attention(refused)).toMatchObject({ reason: 'changed' });
  expect(await seen()).toMatchObject({ crew: [], settings: [] });
  const entry = (await stored(refused)) as BookingSettingEntry;
  expect(presentValue(entry, booking)).toEqual(['ben']);
  expect(presentValue(entry, { ...booking, rev: 13, crew: ['cal'] })).toEqual(['cal']);
  expect(await decisions()).toMatchObject([[refused.id, { reason: 'changed' }]]);
  expect(await readWaiting(db, ANN)).toMatchObject({
    refused: 1,
    resolvedAt: { screen: 'answer', bookingId: booking.id },
  });
  server.scripts.isAdmin = [OFFLINE, OFFLINE];
  await pulled('bookings', booking.id, { ...booking, crew: ['ben'], rev: 13 } as never);
  const declined = await answer(booking, 'declined');
  const again = await set({ ...booking, crew: ['ben'] }, 'crew', ['ann', 'ben']);
  expect((await db.entries.toArray()).map(({ id }) => id).sort()).toEqual(
    [declined.id, again.id].sort(),
  );
  await flush();
  expect(await seen()).toMatchObject({ crew: ['ann', 'ben'] });
});

test('the same people in another order are no other value', async () => {
  const { server, booking, set, flush, others, decisions } = await createOffice();
  const entry = await set(booking, 'crew', ['ann', 'ben']);
  others(['ben', 'ann'], 12);
  await flush();
  expect([await decisions(), server.changes.size]).toEqual([[[entry.id, null]], 0]);
});

test('people for the coming visits leave a first booking whose day has passed', async () => {
  const { clock, booking, set, seen } = await createOffice();
  clock.now = Date.parse('2026-12-02T12:00:00Z');
  await set(booking, 'crew', ['ann'], true);
  expect(await seen()).toMatchObject({ crew: [] });
  await set(booking, 'instructions', 'Key at 6.', true);
  expect(await seen()).toMatchObject({ instructions: 'Key at 6.' });
});

test('a setting that 1.0.0 stored is sent with its revision, and shown until the setting changes', async () => {
  const { db, server, booking, set, flush, pulled, seen, others, attention } = await createOffice();
  const { id } = await set(booking, 'crew', ['ann']);
  const former: Partial<BookingSettingEntry> = { expected: null, expectedRevision: 9 };
  await db.entries.update(id, former);
  expect(await seen()).toMatchObject({ crew: ['ann'] });
  const settings = [aSettingChange({ rev: 12, value: ['ben'] })];
  await pulled('bookings', booking.id, { ...booking, rev: 12, crew: ['ben'], settings } as never);
  expect(await seen()).toMatchObject({ crew: ['ben'] });
  others(['ben'], 12);
  await flush();
  expect(await attention({ id })).toMatchObject({ reason: 'changed' });
  expect(server.changes.size).toBe(0);
});

test('a setting of a deleted booking is refused, and can be discarded', async () => {
  const { db, server, booking, set, flush, undo, attention } = await createOffice();
  const entry = await set(booking, 'crew', ['ann']);
  server.bookings.clear();
  await flush();
  expect(await attention(entry)).toMatchObject({ reason: 'gone' });
  expect(await undo(entry.id)).toBe(true);
  expect(await db.entries.count()).toBe(0);
});

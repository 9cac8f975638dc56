import { beforeEach, expect, test, vi } from 'vitest';
import type { Submission } from '../../../src/core/domain/submission.ts';
import { storeLinkedBooking } from '../../../src/core/waiting/booking-receipts.ts';
import type { Retry } from '../../../src/core/store/device-schema.ts';
import { answerBooking, sendDatePassed, sendNow } from '../../../src/runtime/visitor-commands.ts';
import { aCustomerBooking } from '../support/booking-events.ts';
import { fillDisk } from '../support/broken-store.ts';
import { RATE_LIMITED } from '../support/fake-backend.ts';
import { booking, contact, createOutbox, HOUR } from '../support/outbox.ts';
import { pageOf } from '../support/page.ts';

const { page } = vi.hoisted(() => ({ page: {} as { db: unknown; outbox: unknown } }));

vi.mock('../../../src/runtime/database.ts', () => ({
  get db() {
    return page.db;
  },
}));
vi.mock('../../../src/runtime/outbox.ts', () => ({
  get outbox() {
    return page.outbox;
  },
}));

let device: ReturnType<typeof createOutbox>;
beforeEach(() => {
  device = createOutbox();
  const { db, outbox } = device;
  Object.assign(page, { db, outbox: pageOf({ db, ...outbox }) });
});

/** An entry that the server delayed by an hour. */
async function limited(submission: Submission): Promise<void> {
  const { id } = await device.enqueue(submission);
  const retry: Retry = { reason: 'rate-limited', at: device.clock.now, delayMs: HOUR };
  await device.db.entries.update(id, { state: { name: 'waiting', tries: 1, retry } });
}

test('a request sent now that rests under another’s rate limit is said to wait for that', async () => {
  await limited(booking);
  const { id } = await device.enqueue(booking);
  expect(await sendNow(id)).toEqual({ cause: 'rate-limited' });
  expect(device.server.calls).toEqual([]);
});

test('a rate limit that is over, or of another list, delays no request', async () => {
  await limited(contact);
  const { id } = await device.enqueue(booking);
  expect(await sendNow(id)).toBeNull();

  await limited(booking);
  device.clock.now += 2 * HOUR;
  const next = await device.enqueue(booking);
  expect(await sendNow(next.id)).toBeNull();
});

test('a request sent now shows the cause of its own attempt’s failure', async () => {
  const { id } = await device.enqueue(booking);
  device.server.scripts.row = [RATE_LIMITED];
  expect(await sendNow(id)).toEqual({ cause: 'rate-limited' });
});

test('a request that was not tried, since another found no connection, is said to wait for one', async () => {
  await device.enqueue(booking);
  const { id } = await device.enqueue(booking);
  device.server.scripts.row = [{ outcome: 'retry', reason: 'offline' }];
  expect(await sendNow(id)).toEqual({ cause: 'offline' });
});

test('a request that this device fails at is not said to wait for a connection', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { id } = await device.enqueue(booking);
  device.server.scripts.row = [() => Promise.reject(new TypeError('x is undefined'))];
  expect(await sendNow(id)).toEqual({ cause: 'device' });
});

test('a booking whose day has passed is sent once its sender agrees', async () => {
  const { id } = await device.enqueue(booking);
  device.clock.now = Date.parse(booking.values.preferred_date) + 48 * HOUR;
  await device.flush();
  expect(await sendDatePassed(id)).toBeNull();
  expect(device.server.rows.has(id)).toBe(true);
});

test('an answer pressed twice is sent once', async () => {
  const state = aCustomerBooking();
  const known = { state, readAt: 0 };
  device.server.replies.push({ outcome: 'accepted', state: { ...state, status: 'cancelled' } });
  const [one, two] = [answerBooking('cancelled', known), answerBooking('cancelled', known)];
  expect([await one, await two]).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
  expect(device.server.answers).toHaveLength(1);
});

test('an answer that was neither stored nor known to be sent is sent again under its id', async () => {
  const { db, clock, server, myRequests } = device;
  const state = aCustomerBooking();
  await storeLinkedBooking(db, state.id, { state, readAt: clock.now }, clock.now);
  fillDisk(db);
  const known = { state, readAt: clock.now };
  const first = await answerBooking('cancelled', known);
  expect(first).toMatchObject({ outcome: 'not-stored', cause: 'offline' });
  vi.restoreAllMocks();

  await answerBooking('cancelled', known);
  const [one, two] = server.answers as { eventId: string }[];
  expect(two?.eventId).toBe(one?.eventId);
  expect((await myRequests()).answers).toMatchObject([{ unsent: { bookingId: state.id } }]);
});

test('an answer that was not stored is another one once its booking has moved', async () => {
  const { clock, server } = device;
  const state = aCustomerBooking();
  fillDisk(device.db);
  const first = await answerBooking('cancelled', { state, readAt: clock.now });
  expect(first).toMatchObject({ outcome: 'not-stored' });
  const moved = { ...state, day: '2027-03-18', sequence: 2 };
  await answerBooking('cancelled', { state: moved, readAt: clock.now });
  const [one, two] = server.answers as { eventId: string; visit: { day: string } }[];
  expect([one?.visit.day, two?.visit.day]).toEqual([state.day, '2027-03-18']);
  expect(two?.eventId).not.toBe(one?.eventId);
});

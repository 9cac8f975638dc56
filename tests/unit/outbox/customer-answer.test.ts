import { expect, test } from 'vitest';
import type { CustomerBooking } from '../../../src/core/domain/booking-events.ts';
import { clearReceipts } from '../../../src/core/outbox/receipts.ts';
import { enqueue } from '../../../src/core/outbox/queue.ts';
import { createCustomerAnswer } from '../../../src/core/mutations/customer-answer.ts';
import {
  readStates,
  storeLinkedBooking,
  storeStates,
} from '../../../src/core/mutations/booking-receipts.ts';
import { answeredBooking } from '../../../src/core/mutations/my-requests.ts';
import { VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { anEvent, aCustomerBooking } from '../support/booking-events.ts';
import { OFFLINE } from '../support/fake-backend.ts';
import { createOutbox } from '../support/outbox.ts';

const offer = anEvent({
  kind: 'offered',
  day: '2027-03-02',
  time_slot: 'evening',
  message: 'Would that suit you?',
});

const stateOf = (changes: Partial<CustomerBooking> = {}) =>
  aCustomerBooking({ last: offer, ...changes });
const ID = stateOf().id;

const ACCEPTED_STATE = stateOf({ status: 'confirmed', day: '2027-03-02', time_slot: 'evening' });

/** A device with the receipt of an offered booking. */
async function createOffered() {
  const outbox = createOutbox();
  const { db, clock, requests } = outbox;
  await storeLinkedBooking(db, ID, { state: stateOf(), readAt: clock.now }, clock.now);
  const give = async (answer: 'accepted' | 'refused' | 'cancelled') => {
    const entry = createCustomerAnswer(answer, stateOf(), ++clock.now);
    await enqueue(db, { entry, file: null });
    return entry;
  };
  const view = async () => (await requests())[0]?.answers;
  return { ...outbox, give, view };
}

test('an answer is sent under its id, and failing mails never hold it up', async () => {
  const { server, give, flush, db } = await createOffered();
  const { id } = await give('accepted');
  server.replies.push({ outcome: 'accepted', state: ACCEPTED_STATE });
  await flush();
  expect(server.answers).toEqual([
    { eventId: id, bookingId: ID, kind: 'accepted', offerEventId: offer.id },
  ]);
  expect(server.calls).toEqual([`answer ${id}`, `mails ${ID}`]);
  expect(await db.entries.count()).toBe(0);
});

test('a lost answer is repeated under the same id', async () => {
  const { server, give, flush } = await createOffered();
  const { id } = await give('cancelled');
  await flush();
  server.replies.push({ outcome: 'accepted', state: stateOf({ status: 'cancelled' }) });
  await flush(true);
  expect(server.answers).toEqual(
    Array(2).fill({ eventId: id, bookingId: ID, kind: 'cancelled', offerEventId: null }),
  );
});

test('a waiting answer is shown at once, and stays shown once it is sent', async () => {
  const { server, give, flush, view, clock } = await createOffered();
  await give('accepted');
  expect(await view()).toMatchObject({
    state: { status: 'confirmed', day: '2027-03-02', time_slot: 'evening' },
    unsent: { answer: 'accepted', cause: null, attention: null },
  });
  await flush();
  expect(await view()).toMatchObject({ unsent: { cause: 'offline' } });
  server.replies.push({ outcome: 'accepted', state: ACCEPTED_STATE });
  clock.now += 1_000;
  await flush(true);
  expect(await view()).toMatchObject({
    state: { status: 'confirmed', day: '2027-03-02', time_slot: 'evening' },
    unsent: null,
  });
});

test.each([
  ['changed', stateOf({ status: 'cancelled', last: { ...offer, kind: 'declined' } })],
  ['too-late', stateOf()],
  ['gone', null],
] as const)('a refusal %s asks the customer beside the present state', async (reason, state) => {
  const { server, give, flush, view, undo } = await createOffered();
  const { id } = await give('accepted');
  server.replies.push({ outcome: 'rejected', reason, message: reason, state });
  await flush();
  expect(await view()).toMatchObject({ state, unsent: { attention: { reason } } });
  await undo(id, true);
  expect(await view()).toMatchObject({ state, unsent: null });
});

test('an answer to an earlier offer is not shown over a later one', async () => {
  const { give, clock } = await createOffered();
  const entry = await give('accepted');
  const later = stateOf({ last: { ...offer, id: 'a2', day: '2027-03-05' } });
  const view = answeredBooking(ID, { state: later, readAt: clock.now }, [entry], clock.now);
  expect(view.state).toEqual(later);
});

test.each([
  ['a state with more events replaces one with fewer', 2, 3, 3],
  ['an answer of the server that was overtaken is ignored', 3, 2, 3],
])('%s, whatever the clock says', async (_, stored, fresh, expected) => {
  const { db, clock, view } = await createOffered();
  for (const [sequence, readAt] of [
    [stored, clock.now + 9],
    [fresh, clock.now],
  ] as const)
    await storeStates(db, new Map([[ID, { state: stateOf({ sequence }), readAt }]]));
  expect(await view()).toMatchObject({ state: { sequence: expected } });
});

test('a request that the server no longer knows is said to be gone', async () => {
  const { db, clock, view } = await createOffered();
  await storeStates(db, new Map([[ID, { state: null, readAt: clock.now }]]));
  expect(await view()).toMatchObject({ state: null });
});

test('nothing names the booking once its answer is sent', async () => {
  const { server, db, give, flush } = await createOffered();
  await clearReceipts(db);
  await give('accepted');
  server.replies.push({ outcome: 'accepted', state: ACCEPTED_STATE });
  await flush();
  const stored = [await db.entries.toArray(), await db.receipts.toArray()];
  expect(JSON.stringify(stored)).not.toContain(ID);
});

test('the receipt of a booking that is to come is needed, and that of another is not', async () => {
  const { db, clock } = await createOffered();
  const needed = async (state: CustomerBooking | null, today: string) => {
    await storeStates(db, new Map([[ID, { state, readAt: clock.now }]]));
    const [receipt] = await db.receipts.toArray();
    return receipt && VISITOR_MUTATIONS[receipt.kind]?.isReceiptNeeded(receipt, today);
  };
  expect(await needed(stateOf(), '2027-03-01')).toBe(true);
  expect(await needed(stateOf(), '2027-03-02')).toBe(false);
  expect(await needed(stateOf({ status: 'cancelled' }), '2027-03-01')).toBe(false);
  expect(await needed(null, '2027-03-01')).toBe(false);
});

test('states of requests that are not on the device are not kept, and go with their receipts', async () => {
  const { db, clock } = await createOffered();
  await storeStates(db, new Map([['other', { state: stateOf(), readAt: clock.now }]]));
  expect(await db.receipts.toCollection().primaryKeys()).toEqual([ID]);
  await clearReceipts(db);
  await storeStates(db, new Map([[ID, { state: stateOf(), readAt: clock.now }]]));
  expect(await db.receipts.count()).toBe(0);
});

test('at most fifty states are asked at once', async () => {
  const asked: number[] = [];
  const ids = Array.from({ length: 120 }, (_, n) => `id-${n}`);
  const read = await readStates(
    {
      bookingStates: async (some) => {
        asked.push(some.length);
        return { outcome: 'read', value: some.map((id) => stateOf({ id })) };
      },
    },
    ids,
    1_000,
  );
  expect(asked).toEqual([50, 50, 20]);
  expect(read).toMatchObject({ outcome: 'read', value: ids.map((id) => ({ id })) });
  expect(await readStates({ bookingStates: async () => OFFLINE }, ids, 1_000)).toEqual(OFFLINE);
});

import { describe, expect, test } from 'vitest';
import {
  visitOf,
  type CustomerBooking,
  type SeriesVisit,
} from '../../../src/core/domain/booking-events.ts';
import { referenceOf } from '../../../src/core/domain/reference.ts';
import { enqueue } from '../../../src/core/outbox/queue.ts';
import {
  createCustomerAnswer,
  customerAnswer,
} from '../../../src/core/mutations/customer-answer.ts';
import {
  clearSentRequests,
  noteInAnswers,
  readStates,
  storeLinkedBooking,
  storeStates,
} from '../../../src/core/waiting/booking-receipts.ts';
import { answeredBooking } from '../../../src/core/waiting/my-requests.ts';
import { VISITOR_MUTATIONS } from '../../../src/core/mutations/visitors.ts';
import { anEvent, aCustomerBooking, aSeries, aSeriesVisit } from '../support/booking-events.ts';
import { createFakeBackend, OFFLINE } from '../support/fake-backend.ts';
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

const ACCEPTED_STATE = stateOf({
  status: 'confirmed',
  day: '2027-03-02',
  time_slot: 'evening',
  last: anEvent({ id: 'c0' }),
});

/** A device with the receipt of an offered booking. */
async function createOffered() {
  const outbox = createOutbox();
  const { db, clock, queue, requests } = outbox;
  await storeLinkedBooking(db, ID, { state: stateOf(), readAt: clock.now }, clock.now);
  const give = async (answer: 'accepted' | 'refused' | 'cancelled') => {
    const known = { state: stateOf(), readAt: clock.now };
    const entry = createCustomerAnswer(answer, known, ++clock.now);
    await enqueue(db, { entry, file: null });
    return entry;
  };
  const view = async () => (await requests())[0]?.answers;
  /** A page reads the booking's state. */
  const read = async (state: CustomerBooking | null) => {
    const states = new Map([[ID, { state, readAt: ++clock.now }]]);
    await storeStates(db, states);
    return noteInAnswers(queue, states);
  };
  return { ...outbox, give, view, read };
}

const VISIT = { day: '2027-03-01', slot: 'morning' } as const;
const OFFERED = { day: '2027-03-02', slot: 'evening' } as const;
const MOVED = stateOf({ status: 'confirmed', day: '2027-03-18', last: anEvent(), sequence: 2 });
const DECLINED = stateOf({
  status: 'cancelled',
  last: anEvent({ id: 'd1', kind: 'declined' }),
  sequence: 2,
});

test('an answer is sent under its id, and failing mails never hold it up', async () => {
  const { server, give, flush, db } = await createOffered();
  const { id } = await give('accepted');
  server.replies.push({ outcome: 'accepted', state: ACCEPTED_STATE });
  await flush();
  expect(server.answers).toEqual([
    {
      ...{ eventId: id, bookingId: ID, kind: 'accepted', offerEventId: offer.id },
      ...{ visit: OFFERED, other: null },
    },
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
    Array(2).fill({
      ...{ eventId: id, bookingId: ID, kind: 'cancelled', offerEventId: null },
      ...{ visit: VISIT, other: null },
    }),
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
  ['changed', DECLINED],
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
  const later = stateOf({ last: { ...offer, id: 'a2', day: '2027-03-05' }, sequence: 2 });
  const known = { state: later, readAt: clock.now };
  const view = answeredBooking(ID, known, [entry], { now: clock.now, isFlushing: false });
  expect(view).toMatchObject({ state: later, isLaidOver: false });
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

test('a request that the server no longer knows keeps its last state, until the server knows it again', async () => {
  const { db, clock, view } = await createOffered();
  const read = (state: CustomerBooking | null) =>
    storeStates(db, new Map([[ID, { state, readAt: clock.now }]]));
  await read(ACCEPTED_STATE);
  await read(null);
  await read(null);
  expect(await view()).toMatchObject({ state: null, former: ACCEPTED_STATE });
  await read(stateOf());
  expect(await view()).toMatchObject({ state: stateOf() });
  expect(await view()).not.toHaveProperty('former');
});

test('nothing names the booking once its answer is sent', async () => {
  const { server, db, give, flush } = await createOffered();
  await db.receipts.clear();
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

test('the receipt of a booking that was deleted is needed until its day', async () => {
  const { db, clock } = await createOffered();
  for (const state of [ACCEPTED_STATE, null])
    await storeStates(db, new Map([[ID, { state, readAt: clock.now }]]));
  const [receipt] = await db.receipts.toArray();
  const needed = (today: string) =>
    receipt && VISITOR_MUTATIONS[receipt.kind]?.isReceiptNeeded(receipt, today);
  expect(needed('2027-03-02')).toBe(true);
  expect(needed('2027-03-03')).toBe(false);
});

test('states of requests that are not on the device are not kept, and go with their receipts', async () => {
  const { db, clock } = await createOffered();
  await storeStates(db, new Map([['other', { state: stateOf(), readAt: clock.now }]]));
  expect(await db.receipts.toCollection().primaryKeys()).toEqual([ID]);
  await clearSentRequests(db);
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

test('an answer has a card of its own while it waits and once it is refused, also without a receipt of its booking', async () => {
  const { server, db, give, flush, myRequests, undo } = await createOffered();
  await db.receipts.clear();
  const { id } = await give('cancelled');
  const reference = referenceOf(ID);
  const unsent = { id, reference, answer: 'cancelled', visit: VISIT, attention: null };
  expect(await myRequests()).toMatchObject({
    submissions: [],
    answers: [{ unsent: { ...unsent, canUndo: true }, isLaidOver: true }],
  });
  server.replies.push({ outcome: 'rejected', reason: 'changed', message: '', state: MOVED });
  await flush();
  expect((await myRequests()).answers).toMatchObject([
    { state: MOVED, unsent: { id, attention: { reason: 'changed' } }, isLaidOver: false },
  ]);
  await undo(id, true);
  expect(JSON.stringify([await db.entries.toArray(), await db.receipts.toArray()])).not.toContain(
    ID,
  );
});

test('an answer that waits is taken back, with a warning once the server may have it', async () => {
  const { give, flush, undo, view, db } = await createOffered();
  const first = await give('cancelled');
  expect(await undo(first.id, false)).toBe(true);
  const second = await give('cancelled');
  await flush();
  expect(await view()).toMatchObject({ unsent: { canUndo: true, mayHaveArrived: true } });
  expect(await undo(second.id, false)).toBe(false);
  expect(await undo(second.id, true)).toBe(true);
  expect(await view()).toMatchObject({ state: { status: 'pending' }, unsent: null });
  expect(await db.entries.count()).toBe(0);
});

test.each([
  ['as the last event', 'confirmed', []],
  ['before a later one', 'completed', ['own']],
] as const)(
  'an answer whose response was lost is done once a state has it %s',
  async (_, status, own) => {
    const { server, give, flush, view, read, db } = await createOffered();
    const { id } = await give('accepted');
    await flush();
    const last = own.length === 0 ? { ...offer, id } : anEvent({ id: 'c1', kind: 'completed' });
    const state = stateOf({
      ...ACCEPTED_STATE,
      status,
      last,
      sequence: 3,
      answer_ids: own.map(() => id),
    });
    expect(await read(state)).toBe(true);
    expect(await view()).toMatchObject({ state, unsent: null });
    expect(server.answers).toHaveLength(1);
    await flush(true);
    expect(server.answers).toHaveLength(1);
    expect(await db.entries.count()).toBe(0);
    expect(await db.receipts.get(id)).toMatchObject({ refusal: null });
  },
);

/** Gives an answer, and reads a state while its request is out. Returns the view then, and the one after. */
async function readWhileSending(
  answer: 'accepted' | 'cancelled',
  stateWith: (id: string) => CustomerBooking,
) {
  const { server, give, flush, view, read } = await createOffered();
  const { id } = await give(answer);
  const views: unknown[] = [];
  server.backend.answerBooking = async () => {
    await read(stateWith(id));
    views.push(await view());
    return OFFLINE;
  };
  await flush();
  return [...views, await view()];
}

test('an answer whose request is still under way is done once a state has it', async () => {
  const stateWith = (id: string) =>
    stateOf({ ...ACCEPTED_STATE, last: { ...offer, id }, sequence: 2 });
  const done = { state: { status: 'confirmed', sequence: 2 }, unsent: null };
  expect(await readWhileSending('accepted', stateWith)).toMatchObject([done, done]);
});

test('the response to a request under way counts, although a newer state is read meanwhile', async () => {
  const { server, db, give, flush, view, read } = await createOffered();
  const { id } = await give('cancelled');
  server.backend.answerBooking = async ({ eventId }) => {
    server.calls.push(`asked ${eventId}`);
    await read(MOVED);
    return { outcome: 'rejected', reason: 'changed', message: '', state: MOVED };
  };
  await flush();
  expect(await db.entries.get(id)).toMatchObject({ state: { name: 'attention' } });
  expect(await view()).toMatchObject({ unsent: { attention: { reason: 'changed' } } });
});

test.each([
  ['accepted', 'changed', DECLINED],
  ['cancelled', 'changed', MOVED],
  ['cancelled', 'changed', stateOf({ status: 'confirmed', time_slot: 'evening', sequence: 2 })],
  ['refused', 'changed', stateOf({ ...ACCEPTED_STATE, sequence: 2 })],
  ['accepted', 'gone', null],
] as const)(
  'an answer %s is not laid over another state than it was given to, and the server decides: %s',
  async (answer, reason, state) => {
    const { server, give, flush, view, read } = await createOffered();
    const { id } = await give(answer);
    expect(await read(state)).toBe(true);
    expect(await view()).toMatchObject({ state, unsent: { attention: null }, isLaidOver: false });
    server.replies.push({ outcome: 'rejected', reason, message: reason, state });
    await flush();
    expect(server.answers).toMatchObject([{ eventId: id }]);
    expect(await view()).toMatchObject({
      state,
      unsent: { attention: { reason } },
      isLaidOver: false,
    });
  },
);

test('an answer that the office has is not laid over its later answers while mails wait', async () => {
  const { give, view, read } = await createOffered();
  const { id } = await give('cancelled');
  const cancelled = stateOf({ status: 'cancelled', last: anEvent({ id }), sequence: 2 });
  expect(await read(cancelled)).toBe(true);
  const again = stateOf({ status: 'confirmed', last: anEvent({ id: 'c3' }), sequence: 4 });
  await read(again);
  expect(await view()).toMatchObject({ state: again, unsent: null, isLaidOver: false });
});

test('an accepted answer keeps the server’s state, which a full device cannot store with the booking', async () => {
  const { give } = await createOffered();
  const entry = await give('accepted');
  const result = await customerAnswer.perform(
    entry,
    { readFile: async () => null, lastRetry: null },
    {
      place: 'page',
      backend: {
        ...createFakeBackend().backend,
        answerBooking: async () => ({ outcome: 'accepted', state: ACCEPTED_STATE }),
      },
      onState: async () => undefined,
    },
  );
  expect(result).toMatchObject({
    outcome: 'accepted',
    changes: { known: { state: ACCEPTED_STATE } },
  });
});

test.each([
  [
    'admits it',
    stateOf({ ...ACCEPTED_STATE, day: '2027-03-01', time_slot: 'morning', sequence: 2 }),
    2,
  ],
  ['is older than the answered one', stateOf({ status: 'cancelled', sequence: 0 }), 1],
] as const)('an answer goes on waiting when the state just read %s', async (_, state, sequence) => {
  const { give, view, read } = await createOffered();
  await give('cancelled');
  await read(state);
  expect(await view()).toMatchObject({
    state: { status: 'cancelled', sequence: sequence + 1 },
    unsent: { attention: null },
    isLaidOver: true,
  });
});

test.each([
  ['accepted', DECLINED],
  ['cancelled', MOVED],
] as const)(
  'a card of an answer %s promises nothing that a newer state excludes, while its request is under way',
  async (answer, state) => {
    const excluded = { state, unsent: { attention: null }, isLaidOver: false };
    expect(await readWhileSending(answer, () => state)).toMatchObject([excluded, excluded]);
  },
);

test('clearing the sent requests leaves a booking whose answer waits or was refused', async () => {
  const { server, db, give, flush, view } = await createOffered();
  await give('accepted');
  expect(await clearSentRequests(db)).toEqual([ID]);
  server.replies.push({ outcome: 'rejected', reason: 'changed', message: '', state: DECLINED });
  await flush();
  await clearSentRequests(db);
  expect(await view()).toMatchObject({ unsent: { attention: { reason: 'changed' } } });
  await db.entries.clear();
  await clearSentRequests(db);
  expect(await db.receipts.count()).toBe(0);
});

const EVENING = { day: '2027-03-20', slot: 'evening' } as const;
const AS_STORED = { day: '2027-03-20', time_slot: 'evening' } as const;

test('another day is asked for under its id, and waits beside the status', async () => {
  const { server, db, clock, queue, view, flush } = await createOffered();
  const confirmed = stateOf({ status: 'confirmed', last: anEvent(), sequence: 2 });
  await storeStates(db, new Map([[ID, { state: confirmed, readAt: clock.now }]]));
  const known = { state: confirmed, readAt: clock.now };
  const entry = createCustomerAnswer('asked', known, clock.now, { other: EVENING });
  // As 1.0.0 stores and reads it.
  expect(entry.other).toEqual(AS_STORED);
  await enqueue(db, { entry, file: null });
  expect(await view()).toMatchObject({
    state: { status: 'confirmed', day: confirmed.day, last: { kind: 'asked', ...AS_STORED } },
    unsent: { answer: 'asked', visit: VISIT, other: EVENING, canUndo: true },
    isLaidOver: true,
  });
  await flush();
  expect(server.answers).toMatchObject([{ kind: 'asked', visit: VISIT, other: EVENING }]);
  // Its response was lost, and the office has moved the booking to that day since.
  const answered = { ...confirmed, ...AS_STORED, sequence: 4, answer_ids: [entry.id] };
  const moved = new Map([[ID, { state: answered, readAt: clock.now }]]);
  await storeStates(db, moved);
  expect(await noteInAnswers(queue, moved)).toBe(true);
  expect(await view()).toMatchObject({ state: AS_STORED, unsent: null });
});

describe('a visit of a series', () => {
  const OTHER_VISIT = aSeriesVisit({ id: 'v2', day: '2027-03-29' });
  const VISIT_ID = aSeriesVisit().id;
  const firstWith = (...visits: SeriesVisit[]) =>
    stateOf({
      status: 'confirmed',
      last: anEvent({ kind: 'repeated' }),
      series: aSeries({ visits }),
    });
  const FIRST = firstWith(aSeriesVisit(), OTHER_VISIT);
  const asFirst = (changes: Partial<SeriesVisit>) =>
    firstWith(aSeriesVisit({ sequence: 2, ...changes }), OTHER_VISIT);

  /** A device with the receipt of a series' first booking, and a skipped visit that waits. */
  async function createSkipped(state = FIRST) {
    const outbox = await createOffered();
    const { db, clock, read } = outbox;
    await read(state);
    const visit = visitOf(FIRST, VISIT_ID);
    if (!visit) throw new Error('The series lists no such visit');
    const known = { state: visit, readAt: clock.now };
    const entry = createCustomerAnswer('cancelled', known, ++clock.now, { seriesId: ID });
    await enqueue(db, { entry, file: null });
    const visits = async () => (await outbox.view())?.visits;
    return { ...outbox, entry, visits };
  }

  test('that is skipped is laid over the state of the first booking, until it is taken back', async () => {
    const { entry, view, visits, undo, myRequests } = await createSkipped();
    expect(await view()).toMatchObject({
      state: {
        status: 'confirmed',
        series: { visits: [{ id: VISIT_ID, status: 'cancelled', sequence: 2 }, OTHER_VISIT] },
      },
      unsent: null,
      isLaidOver: false,
    });
    const reference = referenceOf(ID);
    expect(await visits()).toMatchObject([
      {
        state: { id: VISIT_ID, status: 'cancelled' },
        unsent: { id: entry.id, reference, requestId: ID, canUndo: true },
        isLaidOver: true,
      },
      { state: { id: 'v2', status: 'confirmed' }, unsent: null, isLaidOver: false },
    ]);
    expect((await myRequests()).answers).toMatchObject([{ state: { id: VISIT_ID } }]);
    await undo(entry.id, false);
    expect(await visits()).toMatchObject([{ state: { status: 'confirmed' }, unsent: null }, {}]);
  });

  test('that is taken back after an answer to the first booking is on again', async () => {
    const { db, clock, entry, view, visits, undo } = await createSkipped();
    const first = await view();
    if (!first?.known?.state) throw new Error('The first booking is not known');
    const { state } = first.known;
    const known = { ...first.known, state };
    const asked = createCustomerAnswer('asked', known, ++clock.now, { other: EVENING });
    await enqueue(db, { entry: asked, file: null });
    expect(await visits()).toMatchObject([{ state: { status: 'cancelled' } }, {}]);
    await undo(entry.id, false);
    expect(await visits()).toMatchObject([{ state: { status: 'confirmed', last: null } }, {}]);
  });

  test('is answered by its own id, and the reply’s first booking is stored', async () => {
    const { server, flush, view, visits } = await createSkipped();
    const series = asFirst({ status: 'cancelled' });
    const state = visitOf(series, VISIT_ID) as CustomerBooking;
    server.replies.push({ outcome: 'accepted', state, series });
    await flush();
    expect(server.answers).toMatchObject([
      { bookingId: VISIT_ID, kind: 'cancelled', visit: { day: '2027-03-15', slot: 'morning' } },
    ]);
    expect(await view()).toMatchObject({ state: series });
    expect(await visits()).toMatchObject([{ state, unsent: null }, {}]);
  });

  test('that a reading shows as skipped is done without another attempt', async () => {
    const { server, entry, read, visits, flush } = await createSkipped();
    await flush();
    const last = anEvent({ id: entry.id, actor: 'customer', kind: 'cancelled' });
    expect(await read(asFirst({ status: 'cancelled', last }))).toBe(true);
    expect(await visits()).toMatchObject([{ state: { status: 'cancelled' }, unsent: null }, {}]);
    await flush(true);
    expect(server.answers).toHaveLength(1);
  });

  test('that the office moved is shown as it is now, and decided by the server', async () => {
    const { server, read, visits, flush } = await createSkipped();
    const series = asFirst({ day: '2027-03-16' });
    const state = visitOf(series, VISIT_ID);
    expect(await read(series)).toBe(true);
    expect(await visits()).toMatchObject([
      { state, unsent: { attention: null }, isLaidOver: false },
      {},
    ]);
    server.replies.push({ outcome: 'rejected', reason: 'changed', message: '', state, series });
    await flush();
    expect(await visits()).toMatchObject([
      { state, unsent: { attention: { reason: 'changed' } }, isLaidOver: false },
      {},
    ]);
  });

  test('that is not listed any more is shown with its answer, and decided by the server', async () => {
    const { server, read, visits, flush } = await createSkipped();
    const later = firstWith(OTHER_VISIT);
    expect(await read(later)).toBe(false);
    expect(await visits()).toMatchObject([
      { state: { id: 'v2' }, unsent: null },
      { state: { id: VISIT_ID, status: 'cancelled' }, unsent: { attention: null } },
    ]);
    server.replies.push({
      ...{ outcome: 'rejected', reason: 'gone', message: '', state: null, series: later },
    });
    await flush();
    expect(await visits()).toMatchObject([
      {},
      { state: null, unsent: { attention: { reason: 'gone' } } },
    ]);
  });

  test('is gone with the first booking', async () => {
    const { server, read, visits, flush } = await createSkipped();
    await read(null);
    expect(await visits()).toMatchObject([{ state: null, unsent: { attention: null } }]);
    server.replies.push({ outcome: 'rejected', reason: 'gone', message: '', state: null });
    await flush();
    expect(await visits()).toMatchObject([{ unsent: { attention: { reason: 'gone' } } }]);
  });

  test('keeps the receipt of the first booking while its answer waits', async () => {
    const { db } = await createSkipped();
    expect(await clearSentRequests(db)).toEqual([ID]);
    expect(await db.receipts.toCollection().primaryKeys()).toEqual([ID]);
  });

  test('keeps the receipt of the first booking while the series runs or a visit is to come', async () => {
    const { db, clock } = await createOffered();
    const needed = async (state: CustomerBooking | null, today: string) => {
      await storeStates(db, new Map([[ID, { state, readAt: clock.now }]]));
      const [receipt] = await db.receipts.toArray();
      return receipt && VISITOR_MUTATIONS[receipt.kind]?.isReceiptNeeded(receipt, today);
    };
    const done = (until: string | null, ...visits: SeriesVisit[]) =>
      stateOf({ status: 'completed', series: aSeries({ until, visits }) });
    expect(await needed(done(null), '2028-01-01')).toBe(true);
    expect(await needed(done('2027-04-01'), '2027-04-01')).toBe(true);
    expect(await needed(done('2027-04-01'), '2027-04-02')).toBe(false);
    expect(await needed(done('2027-03-01', aSeriesVisit()), '2027-03-15')).toBe(true);
    expect(await needed(null, '2027-03-15')).toBe(true);
    expect(await needed(null, '2027-03-16')).toBe(false);
  });
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  answerKind,
  BOOKING_STATUSES,
  type Answer as Kind,
  type BookingStatus,
  type CustomerAnswer,
} from '../../src/core/domain/answers.ts';
import type { CustomerBooking } from '../../src/core/domain/booking-events.ts';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const DENIED = { code: '42501' };

interface State {
  status: string;
  day: string;
  time_slot: string;
  rev: number;
}
interface ReadResult<S extends { status: string } = State> {
  outcome: string;
  state: S | null;
  standing?: { message: string | null } | null;
}

/** A day this many days after today in London. */
async function dayIn(days: number): Promise<string> {
  const [row] = await asOwner<{ day: string }>(
    `select ((now() at time zone 'Europe/London')::date + $1::int)::text as day`,
    [days],
  );
  return row?.day ?? '';
}
const call = async <T>(caller: Caller, sql: string, params: unknown[] = []) =>
  (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;
const revisionOf = async (id: string) =>
  Number(
    (await asOwner<{ rev: string }>('select rev from public.bookings where id = $1', [id]))[0]?.rev,
  );

async function book(changes: object = {}) {
  const booking = aBooking({
    email: `${randomUUID()}@example.com`,
    preferred_date: await dayIn(7),
    preferred_time: 'morning',
    ...changes,
  });
  await insertAs(ANON, 'public.bookings', booking);
  return booking.id;
}

interface Answer {
  eventId?: string;
  rev?: number;
  day?: string | null;
  slot?: string | null;
  message?: string | null;
  caller?: Caller;
}
const answer = async (
  id: string,
  kind: string,
  {
    eventId = randomUUID(),
    rev,
    day = null,
    slot = null,
    message = null,
    caller = ADMIN,
  }: Answer = {},
) =>
  call<ReadResult>(caller, 'public.answer_booking($1, $2, $3, $4, $5, $6, $7)', [
    eventId,
    id,
    rev ?? (await revisionOf(id)),
    kind,
    day,
    slot,
    message,
  ]);
const reply = (
  id: string,
  kind: string,
  offer: string | null = null,
  eventId: string = randomUUID(),
  caller: Caller = ANON,
) =>
  call<ReadResult<CustomerBooking>>(caller, 'public.answer_request($1, $2, $3, $4)', [
    eventId,
    id,
    kind,
    offer,
  ]);
/** A customer's answer that names the day and slot that it was given for. */
const replyFor = (id: string, kind: string, day: string, slot: string, offered?: string | null) =>
  call<ReadResult<CustomerBooking>>(ANON, 'public.answer_request($1, $2, $3, $4, $5, $6)', [
    randomUUID(),
    id,
    kind,
    offered ?? null,
    day,
    slot,
  ]);
const states = (ids: string[], caller: Caller = ANON) =>
  call<CustomerBooking[]>(caller, 'public.request_states($1)', [ids]);
const eventsOf = (id: string) =>
  asOwner<{ kind: string; actor: string }>(
    'select kind, actor from public.booking_events where booking_id = $1 order by rev',
    [id],
  );
async function offer(id: string, day: string, slot = 'evening') {
  const eventId = randomUUID();
  expect(await answer(id, 'offered', { eventId, day, slot })).toMatchObject({ outcome: 'added' });
  return eventId;
}
/** Puts a booking into a state, and returns the standing offer where it is pending. */
async function bring(id: string, status: BookingStatus): Promise<string | null> {
  const day = await dayIn(0);
  if (status === 'pending') return offer(id, await dayIn(3));
  if (status === 'cancelled') await answer(id, 'declined', { message: 'We are full.' });
  else await answer(id, 'confirmed', { day, slot: 'morning' });
  if (status === 'completed') await answer(id, 'completed');
  return null;
}

beforeEach(() => asOwner('delete from private.submission_hits'));

describe('the transitions', () => {
  const OFFICE: Kind[] = ['confirmed', 'offered', 'declined', 'cancelled', 'completed', 'reopened'];
  const CUSTOMER: Kind[] = ['accepted', 'refused', 'cancelled'];
  const cases = BOOKING_STATUSES.flatMap((status) => [
    ...OFFICE.map((kind) => [status, 'office', kind] as const),
    ...CUSTOMER.map((kind) => [status, 'customer', kind] as const),
  ]);

  /** The status in which an answer has its effect already. */
  const DONE: Partial<Record<string, BookingStatus>> = {
    declined: 'cancelled',
    cancelled: 'cancelled',
    completed: 'completed',
    reopened: 'pending',
  };

  it.each(cases)(
    'of a %s booking by the %s’s %s are those of the client',
    async (status, actor, kind) => {
      // A confirmed day of today is one that has begun, so that it can be completed.
      const id = await book();
      let standing = await bring(id, status);
      if (actor === 'customer' && status === 'confirmed') {
        await answer(id, 'confirmed', { day: await dayIn(7), slot: 'morning' });
        standing = await offer(id, await dayIn(9));
      }
      const before = await eventsOf(id);
      const takesDay = kind === 'confirmed' || kind === 'offered';
      const result =
        actor === 'office'
          ? await answer(id, kind, takesDay ? { day: await dayIn(9), slot: 'evening' } : {})
          : await reply(id, kind, standing);
      const after = answerKind(kind)[actor]?.[status];
      const isDone = DONE[kind] === status && (actor === 'office' || kind === 'cancelled');
      expect(result.outcome).toBe(after === undefined && !isDone ? 'changed' : 'added');
      expect(result.state?.status).toBe(after ?? status);
      expect(await eventsOf(id)).toHaveLength(before.length + (after === undefined ? 0 : 1));
    },
  );

  it('a confirmation and an accepted offer move the booking, and an offer does not', async () => {
    const id = await book();
    const [three, nine] = [await dayIn(3), await dayIn(9)];
    const offered = await offer(id, three);
    expect((await states([id]))[0]).toMatchObject({ day: await dayIn(7), time_slot: 'morning' });
    expect((await reply(id, 'accepted', offered)).state).toMatchObject({
      status: 'confirmed',
      day: three,
      time_slot: 'evening',
      last: { kind: 'accepted', day: three, time_slot: 'evening' },
    });
    expect((await answer(id, 'confirmed', { day: nine, slot: 'afternoon' })).state).toMatchObject({
      status: 'confirmed',
      day: nine,
      time_slot: 'afternoon',
    });
  });

  it('each answer gives the booking its next revision', async () => {
    const id = await book();
    const before = await revisionOf(id);
    const { state } = await answer(id, 'declined', { message: 'We are full.' });
    expect(state?.rev).toBeGreaterThan(before);
    expect(state?.rev).toBe(await revisionOf(id));
  });
});

describe('the days', () => {
  it.each([
    ['completed', 1, null, 'too-early'],
    ['completed', 0, null, 'added'],
    ['completed', -3, null, 'added'],
    ['confirmed', 1, -1, 'too-late'],
    ['confirmed', -3, -3, 'added'],
    ['confirmed', 1, 0, 'added'],
    ['offered', 1, 0, 'too-late'],
    ['offered', -3, 1, 'added'],
  ])('a booking is %s at day %i with day %s: %s', async (kind, own, named, outcome) => {
    const id = await book({ preferred_date: await dayIn(own) });
    if (kind === 'completed')
      await answer(id, 'confirmed', { day: await dayIn(own), slot: 'morning' });
    const day = named === null ? null : await dayIn(named);
    const result = await answer(id, kind, { day, slot: day && 'morning' });
    expect(result.outcome).toBe(outcome);
  });

  it.each([
    [1, 'added'],
    [0, 'too-late'],
    [-1, 'too-late'],
  ])('a customer cancels a booking of day %i: %s', async (days, outcome) => {
    const id = await book({ preferred_date: await dayIn(days) });
    expect((await reply(id, 'cancelled')).outcome).toBe(outcome);
  });

  it('a customer answers an offer until its day begins, whatever the booking’s day', async () => {
    const id = await book({ preferred_date: await dayIn(-1) });
    const standing = await offer(id, await dayIn(1));
    await asOwner('alter table public.booking_events disable trigger keep_events');
    const move = async (days: number) =>
      asOwner('update public.booking_events set day = $2 where id = $1', [
        standing,
        await dayIn(days),
      ]);
    await move(0);
    expect((await reply(id, 'accepted', standing)).outcome).toBe('too-late');
    expect((await reply(id, 'refused', standing)).outcome).toBe('too-late');
    expect((await reply(id, 'cancelled')).outcome).toBe('too-late');
    await move(1);
    await asOwner('alter table public.booking_events enable trigger keep_events');
    expect((await reply(id, 'accepted', standing)).outcome).toBe('added');
  });
});

describe('a repeated answer', () => {
  it('of the office has no effect and the same outcome, also after later ones', async () => {
    const id = await book();
    const eventId = randomUUID();
    const rev = await revisionOf(id);
    const confirm = async () =>
      answer(id, 'confirmed', { eventId, rev, day: await dayIn(7), slot: 'morning' });
    const first = await confirm();
    expect(await confirm()).toEqual(first);
    await reply(id, 'cancelled');
    expect(await confirm()).toMatchObject({ outcome: 'added', state: { status: 'cancelled' } });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('of the customer has no effect and is never limited', async () => {
    const from = { ...ANON, headers: { 'x-forwarded-for': '203.0.113.1' } };
    const id = await book();
    const eventId = randomUUID();
    for (let n = 0; n < 12; n++)
      expect(await reply(id, 'cancelled', null, eventId, from)).toMatchObject({
        outcome: 'added',
        state: { status: 'cancelled' },
      });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('under the id of another answer is refused', async () => {
    const id = await book();
    const standing = await offer(id, await dayIn(3));
    await expect(reply(id, 'cancelled', null, standing)).rejects.toMatchObject({ code: '23505' });
    await expect(answer(await book(), 'cancelled', { eventId: standing })).rejects.toMatchObject({
      code: '23505',
    });
  });
});

describe('an answer that does not fit the present state', () => {
  it('of the office changes nothing and returns that state', async () => {
    const id = await book();
    const rev = await revisionOf(id);
    await reply(id, 'cancelled');
    const result = await answer(id, 'confirmed', { rev, day: await dayIn(7), slot: 'morning' });
    expect(result).toEqual({
      outcome: 'changed',
      state: {
        status: 'cancelled',
        day: await dayIn(7),
        time_slot: 'morning',
        rev: await revisionOf(id),
      },
      standing: null,
    });
    expect(await eventsOf(id)).toEqual([{ kind: 'cancelled', actor: 'customer' }]);
  });

  it('of the customer accepts and refuses the named offer only', async () => {
    const id = await book();
    expect((await reply(id, 'accepted')).outcome).toBe('changed');
    const first = await offer(id, await dayIn(3));
    const second = await offer(id, await dayIn(4));
    for (const kind of ['accepted', 'refused'])
      for (const named of [null, randomUUID()])
        expect((await reply(id, kind, named)).outcome).toBe('changed');
    expect((await reply(id, 'accepted', first)).outcome).toBe('changed');
    expect((await reply(id, 'refused', second)).outcome).toBe('added');
    expect((await reply(id, 'accepted', second)).outcome).toBe('changed');
    const third = await offer(id, await dayIn(5));
    await answer(id, 'declined', { message: 'We are full.' });
    expect((await reply(id, 'accepted', third)).outcome).toBe('changed');
  });

  it.each([
    ['another day', 9, 'morning'],
    ['another time of that day', 7, 'evening'],
  ])('of the customer cancels a visit that was moved to %s no more', async (_, days, slot) => {
    const id = await book();
    await answer(id, 'confirmed', { day: await dayIn(days), slot });
    const before = await eventsOf(id);
    expect(await replyFor(id, 'cancelled', await dayIn(7), 'morning')).toMatchObject({
      outcome: 'changed',
      state: { status: 'confirmed', day: await dayIn(days), time_slot: slot },
    });
    expect(await eventsOf(id)).toEqual(before);
    expect((await replyFor(id, 'cancelled', await dayIn(days), slot)).outcome).toBe('added');
  });

  it('of the customer cancels the visit of its day, confirmed meanwhile or not, and without a day whichever there is', async () => {
    const [confirmed, unanswered, moved] = [await book(), await book(), await book()];
    await answer(confirmed, 'confirmed', { day: await dayIn(7), slot: 'morning' });
    await offer(unanswered, await dayIn(9));
    for (const id of [confirmed, unanswered])
      expect(await replyFor(id, 'cancelled', await dayIn(7), 'morning')).toMatchObject({
        outcome: 'added',
        state: { status: 'cancelled' },
      });
    await answer(moved, 'confirmed', { day: await dayIn(9), slot: 'evening' });
    expect((await reply(moved, 'cancelled')).outcome).toBe('added');
  });

  it('of the customer accepts and refuses no offer of another day than it names', async () => {
    const id = await book();
    const standing = await offer(id, await dayIn(3));
    for (const kind of ['accepted', 'refused'])
      expect((await replyFor(id, kind, await dayIn(4), 'evening', standing)).outcome).toBe(
        'changed',
      );
    expect((await replyFor(id, 'accepted', await dayIn(3), 'evening', standing)).outcome).toBe(
      'added',
    );
  });
});

describe('an answer of the customer whose effect stands is done, and adds no event', () => {
  const offered = async () => {
    const id = await book();
    const day = await dayIn(3);
    return { id, day, slot: 'evening' as const, first: await offer(id, day) };
  };
  type Offered = Awaited<ReturnType<typeof offered>>;
  const confirm = ({ id }: Offered, day: string, slot = 'evening') =>
    answer(id, 'confirmed', { day, slot });

  const cases: [
    given: CustomerAnswer,
    meets: string,
    happen: (request: Offered) => Promise<unknown>,
    outcome: 'added' | 'changed',
  ][] = [
    ['cancelled', 'a cancellation of the customer', ({ id }) => reply(id, 'cancelled'), 'added'],
    ['cancelled', 'the office’s', ({ id }) => answer(id, 'cancelled'), 'added'],
    ['cancelled', 'a request that was declined', ({ id }) => answer(id, 'declined'), 'added'],
    ['accepted', 'its acceptance', ({ id, first }) => reply(id, 'accepted', first), 'added'],
    ['accepted', 'its confirmation', (request) => confirm(request, request.day), 'added'],
    [
      'accepted',
      'one of another time',
      (request) => confirm(request, request.day, 'morning'),
      'changed',
    ],
    [
      'accepted',
      'one of another day',
      async (request) => confirm(request, await dayIn(4)),
      'changed',
    ],
    ['accepted', 'a request that was declined', ({ id }) => answer(id, 'declined'), 'changed'],
    ['accepted', 'a later offer', async ({ id }) => offer(id, await dayIn(4)), 'changed'],
    ['accepted', 'its refusal', ({ id, first }) => reply(id, 'refused', first), 'changed'],
    ['refused', 'its refusal', ({ id, first }) => reply(id, 'refused', first), 'added'],
    ['refused', 'a request that was declined', ({ id }) => answer(id, 'declined'), 'added'],
    ['refused', 'a cancellation of the customer', ({ id }) => reply(id, 'cancelled'), 'added'],
    [
      'refused',
      'a later offer of another day',
      async ({ id }) => offer(id, await dayIn(4)),
      'added',
    ],
    ['refused', 'a later offer of its day', ({ id, day }) => offer(id, day), 'changed'],
    [
      'refused',
      'a visit on another day',
      async (request) => confirm(request, await dayIn(4)),
      'added',
    ],
    ['refused', 'its acceptance', ({ id, first }) => reply(id, 'accepted', first), 'changed'],
    ['refused', 'its confirmation', (request) => confirm(request, request.day), 'changed'],
  ];

  it.each(cases)('%s meets %s', async (kind, _, happen, outcome) => {
    const request = await offered();
    const { id, first } = request;
    const isCancelled = kind === 'cancelled';
    const [day, slot] = isCancelled
      ? [await dayIn(7), 'morning' as const]
      : [request.day, request.slot];
    const offerEventId = isCancelled ? null : first;
    await happen(request);
    const before = await eventsOf(id);
    expect((await replyFor(id, kind, day, slot, offerEventId)).outcome).toBe(outcome);
    // An entry of the former release names no day.
    expect((await reply(id, kind, offerEventId)).outcome).toBe(outcome);
    expect(await eventsOf(id)).toEqual(before);
  });

  it('also once the visit is done, and then nothing is cancelled', async () => {
    const id = await book({ preferred_date: await dayIn(-1) });
    const first = await offer(id, await dayIn(1));
    await answer(id, 'confirmed', { day: await dayIn(1), slot: 'evening' });
    await asOwner('update public.bookings set preferred_date = $2 where id = $1', [
      id,
      await dayIn(0),
    ]);
    await answer(id, 'completed');
    await asOwner('update public.bookings set preferred_date = $2 where id = $1', [
      id,
      await dayIn(1),
    ]);
    expect((await replyFor(id, 'accepted', await dayIn(1), 'evening', first)).outcome).toBe(
      'added',
    );
    expect((await replyFor(id, 'cancelled', await dayIn(1), 'evening')).outcome).toBe('changed');
  });
});

describe('an answer of the office whose effect stands already', () => {
  const [TUESDAY, EVENING] = [7, { slot: 'evening' }];
  /** Two administrators answer the same revision; the reply to the second. */
  async function both(id: string, first: string, second: string, values: Answer = {}) {
    const rev = await revisionOf(id);
    await answer(id, first, { ...values, rev, message: 'From Ann.' });
    return answer(id, second, { ...values, rev, message: 'From Bob.' });
  }
  const STANDS = { outcome: 'added', standing: { message: 'From Ann.' } };

  it.each([
    ['confirmed', 'pending', TUESDAY],
    ['confirmed', 'confirmed', TUESDAY],
    ['offered', 'pending', TUESDAY],
    ['declined', 'pending', null],
    ['cancelled', 'confirmed', null],
    ['completed', 'confirmed', null],
    ['reopened', 'cancelled', null],
  ] as const)(
    '%s twice from %s is done once, and the reply has the text that stands',
    async (kind, status, days) => {
      const id = await book();
      if (status !== 'pending') await bring(id, status);
      const before = (await eventsOf(id)).length;
      const day = days === null ? {} : { day: await dayIn(days), ...EVENING };
      const result = await both(id, kind, kind, day);
      expect(result).toMatchObject({ ...STANDS, state: { rev: await revisionOf(id) } });
      expect(await eventsOf(id)).toHaveLength(before + 1);
    },
  );

  it.each([
    ['declined', 'cancelled'],
    ['cancelled', 'declined'],
  ])('%s meets %s', async (first, second) => {
    expect(await both(await book(), first, second)).toMatchObject(STANDS);
  });

  it('is that of the customer too: a cancellation, and an accepted offer', async () => {
    const cancelled = await book();
    const rev = await revisionOf(cancelled);
    await reply(cancelled, 'cancelled');
    expect(await answer(cancelled, 'declined', { rev, message: 'We are full.' })).toMatchObject({
      outcome: 'added',
      standing: { message: null },
    });
    const accepted = await book();
    const offered = await offer(accepted, await dayIn(3));
    const offeredRev = await revisionOf(accepted);
    await reply(accepted, 'accepted', offered);
    const same = { rev: offeredRev, day: await dayIn(3), slot: 'evening' };
    expect(await answer(accepted, 'confirmed', same)).toMatchObject({
      outcome: 'added',
      standing: { message: null },
    });
  });

  it('is not one for another day, another slot, or another status', async () => {
    const day = await dayIn(7);
    for (const [kind, first, second] of [
      ['confirmed', { day, slot: 'morning' }, { day, slot: 'evening' }],
      ['offered', { day, slot: 'morning' }, { day: await dayIn(8), slot: 'morning' }],
      ['confirmed', null, { day, slot: 'morning' }],
    ] as const) {
      const id = await book();
      const rev = await revisionOf(id);
      await (first ? answer(id, kind, first) : reply(id, 'cancelled'));
      expect(await answer(id, kind, { ...second, rev })).toMatchObject({
        outcome: 'changed',
        state: { rev: await revisionOf(id) },
      });
      expect(await eventsOf(id)).toHaveLength(1);
    }
  });

  it('is no offer that was refused meanwhile', async () => {
    const id = await book();
    const rev = await revisionOf(id);
    const day = await dayIn(7);
    await reply(id, 'refused', await offer(id, day));
    expect((await answer(id, 'offered', { rev, day, slot: 'evening' })).outcome).toBe('changed');
  });

  it('given to the present state is another event, with its own text', async () => {
    const id = await book();
    const day = await dayIn(7);
    await answer(id, 'confirmed', { day, slot: 'morning' });
    const again = await answer(id, 'confirmed', { day, slot: 'morning', message: 'Nine o’clock.' });
    expect(again).toMatchObject({ outcome: 'added', standing: null });
    expect(await eventsOf(id)).toHaveLength(2);
  });
});

describe('a request', () => {
  it('has a state without any text of its sender', async () => {
    const id = await book({ notes: 'The key is below the mat.' });
    await answer(id, 'confirmed', { day: await dayIn(7), slot: 'morning', message: ' See you. ' });
    const [state] = await states([id]);
    expect(state).toEqual({
      id,
      status: 'confirmed',
      day: await dayIn(7),
      time_slot: 'morning',
      price_pence: null,
      price_per: null,
      series: null,
      sequence: 1,
      was_confirmed: true,
      updated_at: expect.any(String) as string,
      last: {
        id: expect.any(String) as string,
        actor: 'office',
        kind: 'confirmed',
        day: await dayIn(7),
        time_slot: 'morning',
        every: null,
        price_pence: null,
        price_per: null,
        message: 'See you.',
        created_at: expect.any(String) as string,
      },
      answer_ids: [],
    });
  });

  it('names the answers of its customer, also those that are not the last event', async () => {
    const id = await book();
    const [refusal, cancellation] = [randomUUID(), randomUUID()];
    await reply(id, 'refused', await offer(id, await dayIn(3)), refusal);
    await reply(id, 'cancelled', null, cancellation);
    await answer(id, 'reopened');
    expect(await states([id])).toMatchObject([
      { last: { kind: 'reopened' }, answer_ids: [refusal, cancellation] },
    ]);
  });

  it.each([
    [[], false],
    [['offered'], false],
    [['declined'], false],
    [['confirmed'], true],
    [['confirmed', 'cancelled'], true],
    [['confirmed', 'cancelled', 'reopened', 'declined'], true],
  ])('after %j says whether it was ever confirmed: %s', async (kinds, was_confirmed) => {
    const id = await book();
    for (const kind of kinds) {
      const when = { day: await dayIn(7), slot: 'morning' };
      await answer(id, kind, kind === 'confirmed' || kind === 'offered' ? when : {});
    }
    expect(await states([id])).toMatchObject([{ was_confirmed }]);
  });

  it('without an answer has none', async () => {
    expect(await states([await book()])).toMatchObject([
      { status: 'pending', sequence: 0, last: null },
    ]);
  });

  it('that was erased answers as one that never was', async () => {
    const erased = await book();
    await answer(erased, 'declined', { message: 'We are full.' });
    await as(ADMIN, (query) => query('delete from public.bookings where id = $1', [erased]));
    for (const id of [erased, randomUUID()]) {
      expect(await states([id])).toEqual([]);
      for (const kind of ['accepted', 'refused', 'cancelled'])
        expect(await reply(id, kind)).toEqual({ outcome: 'gone', state: null, series: null });
      expect(await answer(id, 'completed', { rev: 1 })).toMatchObject({
        outcome: 'gone',
        state: null,
      });
    }
  });

  it('is asked for with up to fifty ids', async () => {
    const ids = Array.from({ length: 51 }, () => randomUUID());
    expect(await states(ids.slice(1))).toEqual([]);
    await expect(states(ids)).rejects.toMatchObject({ code: 'PT413' });
  });
});

describe('the flood guard', () => {
  const from = (address: string) => ({ ...ANON, headers: { 'x-forwarded-for': address } });
  const PT429 = { code: 'PT429' };

  it('allows ten answers in ten minutes, to wrong ids too, and stops no other sender', async () => {
    for (let n = 0; n < 10; n++)
      await reply(randomUUID(), 'cancelled', null, randomUUID(), from('203.0.113.1'));
    const id = await book();
    await expect(
      reply(id, 'cancelled', null, randomUUID(), from('203.0.113.1')),
    ).rejects.toMatchObject(PT429);
    expect(await eventsOf(id)).toEqual([]);
    expect((await reply(id, 'cancelled', null, randomUUID(), from('198.51.100.7'))).outcome).toBe(
      'added',
    );
  });

  it('allows 120 questions in ten minutes', async () => {
    await asOwner(
      `insert into private.submission_hits (target, client, site)
        select 'request_states', s.client, s.site from generate_series(1, 119),
          (select sha256(convert_to(secret || '203.0.113.1', 'UTF8')) as client, null::bytea as site from private.flood_settings) as s`,
    );
    expect(await states([], from('203.0.113.1'))).toEqual([]);
    await expect(states([], from('203.0.113.1'))).rejects.toMatchObject(PT429);
    expect(await states([], from('198.51.100.7'))).toEqual([]);
  });
});

describe('the rights', () => {
  it('let nobody but an administrator answer bookings and read events', async () => {
    const id = await book();
    await answer(id, 'declined', { message: 'We are full.' });
    for (const caller of [ANON, USER])
      await expect(answer(id, 'reopened', { caller })).rejects.toMatchObject(DENIED);
    await expect(
      as(ANON, (query) => query('select * from public.booking_events')),
    ).rejects.toMatchObject(DENIED);
    expect(await as(USER, (query) => query('select * from public.booking_events'))).toEqual([]);
    expect(
      await as(ADMIN, (query) =>
        query('select created_by from public.booking_events where booking_id = $1', [id]),
      ),
    ).toEqual([{ created_by: ADMIN.userId }]);
  });

  it('let no role write events', async () => {
    const id = await book();
    await answer(id, 'declined', { message: 'We are full.' });
    for (const caller of [ANON, USER, ADMIN])
      for (const sql of [
        `insert into public.booking_events (id, booking_id, actor, kind, rev) values ('${randomUUID()}', '${id}', 'office', 'declined', 9)`,
        `update public.booking_events set message = 'x'`,
        'delete from public.booking_events',
      ])
        await expect(as(caller, (query) => query(sql))).rejects.toMatchObject(DENIED);
  });

  it('are no way around the append-only rule for the owner and the server’s key', async () => {
    const id = await book();
    await answer(id, 'declined', { message: 'We are full.' });
    for (const sql of [
      `update public.booking_events set message = 'x' where booking_id = '${id}'`,
      `delete from public.booking_events where booking_id = '${id}'`,
    ]) {
      await expect(asOwner(sql)).rejects.toMatchObject(DENIED);
      await expect(as(SERVICE, (query) => query(sql))).rejects.toMatchObject(DENIED);
    }
  });

  it('let customers answer signed in or not', async () => {
    expect((await reply(await book(), 'cancelled', null, randomUUID(), USER)).outcome).toBe(
      'added',
    );
    expect(await states([await book()], USER)).toHaveLength(1);
  });
});

describe('the checks', () => {
  it.each([
    ['confirmed', { day: null, slot: null }],
    ['confirmed', { day: '2099-01-01', slot: null }],
    ['confirmed', { day: '2100-01-01', slot: 'morning' }],
    ['offered', { day: '2099-01-01', slot: 'night' }],
    ['declined', { day: '2099-01-01', slot: 'morning' }],
    ['declined', { message: 'x'.repeat(1001) }],
    ['declined', { message: 'line\n'.repeat(61) + 'end' }],
    ['declined', { message: 'over\u202eride' }],
    ['accepted', {}],
    ['lost', {}],
  ])('refuse an answer that is %s with %o', async (kind, values) => {
    const id = await book();
    await expect(answer(id, kind, values)).rejects.toMatchObject({ code: '23514' });
    expect(await eventsOf(id)).toEqual([]);
  });

  it.each(['confirmed', 'lost'])('refuse a customer’s answer that is %s', async (kind) => {
    await expect(reply(await book(), kind)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('events follow their booking', () => {
  const answered = async (changes: object = {}) => {
    const id = await book(changes);
    await answer(id, 'declined', { message: 'We are full.' });
    await answer(id, 'reopened');
    await reply(id, 'cancelled');
    return id;
  };
  const left = async (id: string) =>
    (
      await asOwner(
        `select from public.booking_events where booking_id = $1 union all select from public.alerts where record_id = $1
          union all select from private.receipts r where not exists (select from public.alerts a where a.id = r.alert_id)
            and not exists (select from public.booking_events e where e.id = r.event_id)`,
        [id],
      )
    ).length;

  it('when a person is erased', async () => {
    const id = await answered({ email: 'erased@example.com' });
    expect(await left(id)).toBe(5);
    await call(SERVICE, 'public.erase_person($1)', ['erased@example.com']);
    expect(await left(id)).toBe(0);
  });

  it('when an administrator deletes rows', async () => {
    const id = await answered();
    await call(ADMIN, `public.delete_rows('bookings', $1)`, [[id]]);
    expect(await left(id)).toBe(0);
  });

  it('when its time has passed', async () => {
    const id = await book({ preferred_date: '2020-02-03' });
    await answer(id, 'declined', { message: 'We are full.' });
    await asOwner(`update public.bookings set created_at = '2020-02-01' where id = $1`, [id]);
    await call(SERVICE, `public.set_retention('bookings', 12)`);
    await call(SERVICE, 'public.remove_expired(100)');
    expect(await left(id)).toBe(0);
  });

  it('in a person’s export, without the administrator', async () => {
    const id = await answered({ email: 'moira@example.com' });
    const found = await call<{ booking_events: object[] }>(SERVICE, 'public.person_records($1)', [
      'Moira@example.com',
    ]);
    expect(found.booking_events).toMatchObject([
      { booking_id: id, kind: 'declined', message: 'We are full.' },
      { kind: 'reopened' },
      { kind: 'cancelled', actor: 'customer' },
    ]);
    expect(JSON.stringify(found.booking_events)).not.toContain(ADMIN.userId);
  });

  it('and forget an administrator whose account is deleted', async () => {
    const id = await book();
    const leaver = randomUUID();
    await asOwner(`insert into auth.users (id, email) values ($1, 'leaver@example.com')`, [leaver]);
    await asOwner(`insert into private.user_roles (user_id, role) values ($1, 'admin')`, [leaver]);
    await asOwner('insert into auth.sessions (id, user_id) values ($1, $1)', [leaver]);
    await answer(id, 'declined', { caller: { role: 'authenticated', userId: leaver } });
    await asOwner('delete from auth.users where id = $1', [leaver]);
    expect(
      await asOwner('select created_by from public.booking_events where booking_id = $1', [id]),
    ).toEqual([{ created_by: null }]);
  });

  it('in the portal’s replica, as one row with one revision', async () => {
    const id = await answered();
    const events = [
      { kind: 'declined', actor: 'office', message: 'We are full.', day: null, time_slot: null },
      { kind: 'reopened' },
      { kind: 'cancelled', actor: 'customer' },
    ];
    const rev = await revisionOf(id);
    const { changes } = await call<{ changes: { id: string; row: { events: object[] } }[] }>(
      ADMIN,
      'public.changes($1, 1000)',
      [rev - 1],
    );
    expect(changes).toMatchObject([{ id, rev, row: { status: 'cancelled', rev, events } }, {}]);
    expect(Object.keys(changes[0]?.row.events[0] ?? {}).sort()).toEqual(
      [
        ...['id', 'actor', 'created_at', 'kind', 'day', 'time_slot', 'message'],
        ...['every', 'price_pence', 'price_per'],
        ...['crew', 'for_series', 'pictures', 'made_at'],
        ...['rev', 'by', 'mail', 'push'],
      ].sort(),
    );
    for (const [part, day] of [
      ['coming', await dayIn(0)],
      ['bookings', await dayIn(100)],
    ]) {
      const { rows } = await call<{ rows: { id: string }[] }>(
        ADMIN,
        'public.first_copy($1, $2, null, null, 1000)',
        [part, day],
      );
      expect(rows.find((row) => row.id === id)).toMatchObject({ events });
    }
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  customerAnswers,
  seriesRule,
  type BookingEvent,
  type CustomerBooking,
} from '../../src/core/domain/booking-events.ts';
import { dayAfter } from '../../src/core/domain/london-time.ts';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../support/database.ts';
import { aBooking } from '../support/records.ts';

const { as, asOwner, execute, insertAs } = useDatabase();

/** London's day for the database, until it is set again. */
const setToday = (day: string) =>
  asOwner(`create or replace function private.london_today() returns date
    language sql stable parallel safe set search_path = '' as $$ select '${day}'::date $$`);
const TODAY = '2026-12-01';

const call = async <T>(caller: Caller, sql: string, params: unknown[] = []) =>
  (await as(caller, (query) => query<{ result: T }>(`select ${sql} as result`, params)))[0]
    ?.result as T;
const run = async () =>
  Number((await asOwner<{ made: number }>('select private.make_due_visits(50) as made'))[0]?.made);

interface Row {
  id: string;
  day: string;
  slot: string;
  status: string;
  series_day: string | null;
  price_pence: number | null;
  price_per: string | null;
  instructions: string | null;
  rev: string;
}
const COLUMNS = `id, preferred_date::text as day, preferred_time as slot, status, series_day::text, price_pence, price_per,
  instructions, rev`;
const visitsOf = (series: string) =>
  asOwner<Row>(
    `select ${COLUMNS} from public.bookings where series = $1 order by preferred_date, id`,
    [series],
  );
const daysOf = async (series: string) => (await visitsOf(series)).map(({ day }) => day);
const rowOf = async (id: string) =>
  (await asOwner<Row>(`select ${COLUMNS} from public.bookings where id = $1`, [id]))[0] as Row;
const eventsOf = (id: string) =>
  asOwner<BookingEvent>(
    `select id, actor, kind, day::text, time_slot, every, price_pence, price_per, message, created_at
     from public.booking_events where booking_id = $1 order by rev`,
    [id],
  );

async function book(changes: object = {}) {
  const booking = aBooking({
    email: `${randomUUID()}@example.com`,
    preferred_date: '2026-12-08',
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
  every?: number | null;
  pence?: number | null;
  per?: string | null;
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
    every = null,
    pence = null,
    per = null,
  }: Answer = {},
) =>
  call<{ outcome: string; state: { status: string; day: string } | null; standing: object | null }>(
    ADMIN,
    'public.answer_booking($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      eventId,
      id,
      rev ?? Number((await rowOf(id)).rev),
      kind,
      day,
      slot,
      message,
      every,
      pence,
      per,
    ],
  );
const repeat = (id: string, every: number, day: string, more: Answer = {}) =>
  answer(id, 'repeated', { day, slot: 'morning', every, ...more });
const stop = (id: string, day: string) => answer(id, 'stopped', { day });
const reply = (
  id: string,
  kind: string,
  { day = null, slot = null, other = null, offer = null }: Record<string, string | null> = {},
) =>
  call<{ outcome: string; state: CustomerBooking | null; series: CustomerBooking | null }>(
    ANON,
    'public.answer_request($1, $2, $3, $4, $5, $6, $7, $8)',
    [randomUUID(), id, kind, offer, day, slot, other, other && 'evening'],
  );
const stateOf = async (id: string) =>
  (await call<CustomerBooking[]>(ANON, 'public.request_states($1)', [[id]]))[0];

/** `count` days, every so many weeks from the first one. */
const every = (weeks: number, first: string, count: number) =>
  Array.from({ length: count }, (_, n) => dayAfter(first, n * weeks * 7));

beforeEach(async () => {
  await setToday(TODAY);
  await asOwner('delete from private.submission_hits');
  await asOwner('delete from public.bookings');
});

describe('a request that is repeated', () => {
  it('is confirmed for the first day, and has a visit for each later one of six weeks', async () => {
    const id = await book({ notes: 'Ring twice', service: 'regular', size: '2-bedrooms' });
    const { state } = await repeat(id, 1, '2026-12-08', { pence: 6600, per: 'visit' });
    expect(state).toMatchObject({ status: 'confirmed', day: '2026-12-08' });
    expect(await daysOf(id)).toEqual(every(1, '2026-12-15', 5));
  });

  it('has visits with every column of it, also one of a later release, but for a named few', async () => {
    const OWN = ['id', 'series', 'series_day', 'job', 'preferred_date', 'created_at', 'rev'];
    await execute('alter table public.bookings add column pets text');
    const people = [randomUUID()];
    await asOwner(`insert into public.crew (id, name) values ($1, 'Ann Baker')`, people);
    const id = await book({ service: 'regular', size: '2-bedrooms', frequency: 'weekly' });
    await asOwner(
      `update public.bookings set notes = 'Ring twice', pets = 'Two cats', by_office = true where id = $1`,
      [id],
    );
    for (const [field, value] of Object.entries({
      crew: people,
      instructions: 'Begin upstairs.',
      access: 'Code 4711.',
    }))
      await call(ADMIN, 'public.set_booking($1, $2, $3, null, $4)', [
        ...[randomUUID(), id, field, JSON.stringify(value)],
      ]);
    await repeat(id, 1, '2026-12-08', { pence: 6600, per: 'visit' });
    const rows = await asOwner<Record<string, unknown>>(
      'select to_jsonb(b) as row from public.bookings b where id = $1 or series = $1 order by preferred_date',
      [id],
    );
    const shared = rows.map(({ row }) =>
      Object.fromEntries(Object.entries(row as object).filter(([column]) => !OWN.includes(column))),
    );
    expect(shared).toHaveLength(6);
    expect(Object.values(shared[0] ?? {})).not.toContain(null);
    for (const visit of shared) expect(visit).toEqual(shared[0]);
    await execute('alter table public.bookings drop column pets');
  });

  it.each([
    [2, every(2, '2026-12-22', 2)],
    [4, ['2027-01-05']],
  ])('comes every %i weeks', async (weeks, days) => {
    const id = await book();
    await repeat(id, weeks, '2026-12-08');
    expect(await daysOf(id)).toEqual(days);
  });

  it('has visits without an alert, a receipt, an event and a count in the flood guard', async () => {
    const id = await book();
    await asOwner('delete from private.submission_hits');
    await repeat(id, 1, '2026-12-08');
    const ids = (await visitsOf(id)).map((visit) => visit.id);
    expect(ids).toHaveLength(5);
    const count = async (sql: string, params: unknown[] = [ids]) =>
      Number((await asOwner<{ n: string }>(`select count(*) as n from ${sql}`, params))[0]?.n);
    expect(await count('public.alerts where record_id = any($1)')).toBe(0);
    expect(await count('private.submission_hits', [])).toBe(0);
    expect(await count('public.booking_events where booking_id = any($1)')).toBe(0);
  });

  it.each([
    ['pending', [], '2026-12-10', '2026-12-17'],
    ['confirmed for that day', [['confirmed', '2026-12-10']], '2026-12-10', '2026-12-17'],
    ['confirmed for another day', [['confirmed', '2026-12-08']], '2026-12-10', '2026-12-10'],
    [
      'completed',
      [
        ['confirmed', TODAY],
        ['completed', null],
      ],
      '2026-12-10',
      '2026-12-10',
    ],
  ] as const)('and is %s is not visited twice a day', async (_, before, day, firstVisit) => {
    const id = await book({ preferred_date: '2026-12-04' });
    for (const [kind, on] of before) await answer(id, kind, { day: on, slot: on && 'morning' });
    expect((await repeat(id, 1, day)).outcome).toBe('added');
    expect((await daysOf(id))[0]).toBe(firstVisit);
    await run();
    expect((await daysOf(id))[0]).toBe(firstVisit);
  });

  it('has a first visit beyond six weeks, too', async () => {
    const id = await book({ preferred_date: '2026-12-04' });
    await answer(id, 'confirmed', { day: '2026-12-04', slot: 'morning' });
    await repeat(id, 1, '2027-03-02');
    expect(await daysOf(id)).toEqual(['2027-03-02']);
  });

  it('has ids that anybody derives from the event and the day', async () => {
    const id = await book();
    const eventId = randomUUID();
    await repeat(id, 4, '2026-12-08', { eventId });
    const hash = createHash('sha256').update(`${eventId} 2027-01-05`).digest().subarray(0, 16);
    hash[6] = ((hash[6] ?? 0) & 15) | 128;
    hash[8] = ((hash[8] ?? 0) & 63) | 128;
    expect((await visitsOf(id)).map((visit) => visit.id.replaceAll('-', ''))).toEqual([
      hash.toString('hex'),
    ]);
  });

  it('keeps the ids of its coming visits from others, who could derive them', async () => {
    const id = await book({ preferred_date: '2026-12-04' });
    const eventId = randomUUID();
    const [{ visit } = { visit: '' }] = await asOwner<{ visit: string }>(
      'select private.visit_id($1, $2) as visit',
      [eventId, '2026-12-15'],
    );
    await expect(book({ id: visit })).rejects.toMatchObject({ code: '42501' });
    expect((await repeat(id, 1, '2026-12-08', { eventId })).outcome).toBe('added');
    expect((await visitsOf(id)).map((row) => row.id)).toContain(visit);
  });

  it.each([
    ['for a day that has passed', 1, '2026-11-30', 'too-late'],
    ['for today', 1, TODAY, 'added'],
  ])('%s every %i week: %s', async (_, weeks, day, outcome) => {
    expect((await repeat(await book(), weeks, day)).outcome).toBe(outcome);
  });

  it('every three weeks is refused', async () => {
    await expect(repeat(await book(), 3, '2026-12-08')).rejects.toMatchObject({ code: '23514' });
  });

  it('again with the same values is done, and with others it is a change', async () => {
    const id = await book();
    const rev = Number((await rowOf(id)).rev);
    await repeat(id, 1, '2026-12-08', { rev });
    expect(await repeat(id, 1, '2026-12-08', { rev })).toMatchObject({
      outcome: 'added',
      standing: { message: null },
    });
    expect(await repeat(id, 2, '2026-12-08', { rev })).toMatchObject({ outcome: 'changed' });
  });

  it('is no visit of another series, and no cancelled booking', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const [visit] = await visitsOf(id);
    expect((await repeat(visit?.id ?? '', 1, '2026-12-15')).outcome).toBe('changed');
    const cancelled = await book();
    await reply(cancelled, 'cancelled');
    expect((await repeat(cancelled, 1, '2026-12-08')).outcome).toBe('changed');
  });
});

describe('the hourly run', () => {
  it('makes the visit of the day that has come within six weeks, once', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    expect(await run()).toBe(0);
    await setToday('2026-12-08');
    expect(await run()).toBe(1);
    expect(await run()).toBe(0);
    expect(await daysOf(id)).toEqual(every(1, '2026-12-15', 6));
  });

  it('makes no visit of a day that has passed while the server was down', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await setToday('2027-02-10');
    await run();
    expect((await daysOf(id)).filter((day) => day > '2027-01-12')).toEqual(
      every(1, '2027-02-16', 6),
    );
  });

  it.each([
    ['over New Year', '2026-12-08', '2026-12-24'],
    ['over the clock change in spring', '2027-03-09', '2027-03-16'],
    ['over the clock change in autumn', '2027-10-12', '2027-10-20'],
    ['over a leap day', '2028-02-01', '2028-02-10'],
    ['on a leap day', '2028-02-29', '2028-03-01'],
  ])('keeps the weekday %s', async (_, first, today) => {
    await setToday(dayAfter(first, -3));
    const id = await book({ preferred_date: first });
    await repeat(id, 1, first);
    await setToday(today);
    await run();
    const days = await daysOf(id);
    expect(days).toEqual(every(1, dayAfter(first, 7), days.length));
    expect(days.at(-1)).toBe(
      every(1, first, 20)
        .filter((day) => day <= dayAfter(today, 42))
        .at(-1),
    );
  });

  it('leaves a skipped, a moved and a deleted visit as they are', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const [skipped, moved, deleted] = await visitsOf(id);
    await reply(skipped?.id ?? '', 'cancelled');
    await answer(moved?.id ?? '', 'confirmed', { day: '2026-12-23', slot: 'evening' });
    await call(ADMIN, 'public.delete_rows($1, $2)', ['bookings', [deleted?.id]]);
    await setToday('2026-12-08');
    await run();
    const visits = await visitsOf(id);
    expect(visits.map(({ day, status }) => [day, status])).toEqual([
      ['2026-12-15', 'cancelled'],
      ['2026-12-23', 'confirmed'],
      ...every(1, '2027-01-05', 3).map((day) => [day, 'confirmed']),
    ]);
    expect(visits.map(({ id: visit }) => visit)).not.toContain(deleted?.id);
  });

  it('makes the visits that an older backup lacks under the same ids', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const before = await visitsOf(id);
    await asOwner('delete from public.bookings where series = $1', [id]);
    await asOwner(`delete from public.deleted_rows where table_name = 'bookings'`);
    expect(await run()).toBe(5);
    expect((await visitsOf(id)).map((visit) => visit.id)).toEqual(before.map((visit) => visit.id));
  });

  it('makes a part of the due series at a time', async () => {
    const ids = [await book(), await book(), await book()];
    for (const id of ids) await repeat(id, 1, '2026-12-08');
    await setToday('2026-12-08');
    const two = Number(
      (await asOwner<{ made: number }>('select private.make_due_visits(2) as made'))[0]?.made,
    );
    expect(two).toBe(2);
    expect(await run()).toBe(1);
  });
});

describe('a stopped series', () => {
  it('has no later visit but those with an answer of their own', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const visits = await visitsOf(id);
    await answer(visits[2]?.id ?? '', 'confirmed', { day: '2026-12-30', slot: 'evening' });
    expect((await stop(id, '2026-12-15')).outcome).toBe('added');
    expect(await daysOf(id)).toEqual(['2026-12-15', '2026-12-30']);
    await setToday('2027-01-05');
    expect(await run()).toBe(0);
  });

  it('keeps the visits of the past when its last day arrives late', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await setToday('2026-12-23');
    await stop(id, '2026-12-10');
    expect(await daysOf(id)).toEqual(['2026-12-15', '2026-12-22']);
  });

  it('ends earlier by another stop, and later by another repetition', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await stop(id, '2026-12-29');
    expect((await stop(id, '2027-01-05')).outcome).toBe('changed');
    expect(await stop(id, '2026-12-29')).toMatchObject({ standing: { message: null } });
    expect((await stop(id, '2026-12-22')).outcome).toBe('added');
    expect(await daysOf(id)).toEqual(['2026-12-15', '2026-12-22']);
    expect((await repeat(id, 1, '2026-12-29')).outcome).toBe('added');
    expect(await daysOf(id)).toEqual(every(1, '2026-12-15', 5));
  });

  it('is a running one', async () => {
    expect((await stop(await book(), '2026-12-15')).outcome).toBe('changed');
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await stop(id, '2026-12-08');
    await setToday('2026-12-09');
    expect((await stop(id, '2026-12-07')).outcome).toBe('changed');
  });
});

describe('a series that is repeated in another way', () => {
  it('keeps the rows of the days that both have, and the answers given to visits', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const before = await visitsOf(id);
    const skipped = before[2]?.id ?? '';
    await reply(skipped, 'cancelled');
    await repeat(id, 2, '2026-12-22', { slot: 'evening', pence: 7000, per: 'visit' });
    const visits = await visitsOf(id);
    expect(visits.map(({ day, slot, status }) => [day, slot, status])).toEqual([
      ['2026-12-15', 'morning', 'confirmed'],
      ['2026-12-22', 'evening', 'confirmed'],
      ['2026-12-29', 'morning', 'cancelled'],
      ['2027-01-05', 'evening', 'confirmed'],
    ]);
    expect(visits[1]).toMatchObject({ id: before[1]?.id, price_pence: 7000, price_per: 'visit' });
    expect(visits[0]).toMatchObject({ id: before[0]?.id, price_pence: null });
  });

  it('makes no visit again that was deleted since, whichever rule made it', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const kept = (await visitsOf(id))[1]?.id;
    await repeat(id, 2, '2026-12-22');
    await call(ADMIN, 'public.delete_rows($1, $2)', ['bookings', [kept]]);
    await run();
    expect(await daysOf(id)).toEqual(['2026-12-15', '2027-01-05']);
  });

  it('on another weekday has its former visits until the change, however far it is', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await repeat(id, 1, '2027-02-05');
    expect(await daysOf(id)).toEqual([...every(1, '2026-12-15', 8), '2027-02-05']);
  });

  it('names the visits that calendars have to remove', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const before = await visitsOf(id);
    await repeat(id, 2, '2026-12-15');
    const [{ removed } = { removed: [] }] = await asOwner<{ removed: { id: string }[] }>(
      `select private.removed_visits(private.last_event($1)) as removed`,
      [id],
    );
    expect(removed.map((visit) => visit.id)).toEqual([before[1]?.id, before[3]?.id]);
  });

  it('has among the removed ones the next twelve that a later change had made beyond six weeks', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await repeat(id, 1, '2027-06-04');
    const gone = (await visitsOf(id)).filter(({ day }) => day > '2027-01-05');
    await stop(id, '2027-01-05');
    const [{ removed } = { removed: [] }] = await asOwner<{ removed: { id: string }[] }>(
      `select private.removed_visits(private.last_event($1)) as removed`,
      [id],
    );
    expect(removed.map((visit) => visit.id)).toEqual(gone.slice(0, 12).map((visit) => visit.id));
  });

  it('has among the removed ones the first visit of a rule that began beyond six weeks', async () => {
    const id = await book({ preferred_date: '2026-12-04' });
    await answer(id, 'confirmed', { day: '2026-12-04', slot: 'morning' });
    await repeat(id, 1, '2027-03-02');
    const [first] = await visitsOf(id);
    await stop(id, '2027-01-31');
    expect(await visitsOf(id)).toEqual([]);
    const [{ removed } = { removed: [] }] = await asOwner<{ removed: object[] }>(
      `select private.removed_visits(private.last_event($1)) as removed`,
      [id],
    );
    expect(removed).toEqual([{ id: first?.id, day: '2027-03-02', time_slot: 'morning' }]);
  });
});

describe('a series ends with its first booking', () => {
  it('when that is deleted or its person is erased', async () => {
    const [deleted, erased] = [await book(), await book({ email: 'erased@example.com' })];
    for (const id of [deleted, erased]) await repeat(id, 1, '2026-12-08');
    const ids = (await visitsOf(deleted)).map(({ id }) => id);
    await call(ADMIN, 'public.delete_rows($1, $2)', ['bookings', [deleted]]);
    expect(await daysOf(deleted)).toEqual([]);
    const tombs = await asOwner(`select id from public.deleted_rows where id = any($1)`, [ids]);
    expect(tombs).toHaveLength(ids.length);
    const records = await call<{ bookings: object[] }>(SERVICE, 'public.person_records($1)', [
      'erased@example.com',
    ]);
    expect(records.bookings).toHaveLength(6);
    await call(SERVICE, 'public.erase_person($1)', ['erased@example.com']);
    expect(await daysOf(erased)).toEqual([]);
    await setToday('2026-12-20');
    expect(await run()).toBe(0);
  });

  it('which stays while the series runs and until its last visit has aged', async () => {
    await setToday('2024-01-01');
    const id = await book({ preferred_date: '2024-01-02' });
    await repeat(id, 1, '2024-01-02');
    await asOwner(`update public.bookings set created_at = '2024-01-01'`);
    await call(SERVICE, 'public.set_retention($1, $2)', ['bookings', 12]);
    const due = async () =>
      (await asOwner<{ id: string }>(`select e.id from private.expired('bookings') as e (id)`)).map(
        (row) => row.id,
      );
    const visits = (await visitsOf(id)).map((visit) => visit.id);
    expect((await due()).toSorted()).toEqual(visits.toSorted());
    await setToday('2024-01-30');
    await stop(id, '2024-02-01');
    await setToday('2026-12-01');
    await asOwner(`update public.bookings set preferred_date = '2026-11-01' where id = $1`, [
      visits[0],
    ]);
    expect(await due()).not.toContain(id);
    await asOwner(`update public.bookings set preferred_date = '2024-01-09' where id = $1`, [
      visits[0],
    ]);
    expect(await due()).toContain(id);
    await call(SERVICE, 'public.set_retention($1, $2)', ['bookings', null]);
  });
});

describe('instructions', () => {
  it('of the first booking are those of its coming visits but for their own, and no customer reads them', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    const [own] = await visitsOf(id);
    await answer(own?.id ?? '', 'instructed', { message: 'The blue door.' });
    expect((await rowOf(id)).instructions).toBeNull();
    await answer(id, 'instructed', { message: 'Two cats.' });
    await setToday('2026-12-08');
    await run();
    expect((await visitsOf(id)).map(({ instructions }) => instructions)).toEqual([
      'The blue door.',
      ...(await visitsOf(id)).slice(1).map(() => 'Two cats.'),
    ]);
    expect(JSON.stringify(await stateOf(id))).not.toContain('cats');
    expect(JSON.stringify(await stateOf(own?.id ?? ''))).not.toMatch(/cats|blue|instructed/);
    await answer(id, 'instructed');
    expect((await rowOf(id)).instructions).toBeNull();
  });

  it('and answers do not exclude each other, and two instructions do', async () => {
    const id = await book();
    const rev = Number((await rowOf(id)).rev);
    await answer(id, 'instructed', { rev, message: 'Two cats.' });
    expect((await answer(id, 'instructed', { rev, message: 'One dog.' })).outcome).toBe('changed');
    expect((await answer(id, 'instructed', { rev, message: 'Two cats.' })).outcome).toBe('added');
    const confirmed = { rev, day: '2026-12-08', slot: 'morning' };
    expect((await answer(id, 'confirmed', confirmed)).outcome).toBe('added');
    const { sequence, last } = (await stateOf(id)) ?? {};
    expect({ sequence, kind: last?.kind }).toEqual({ sequence: 1, kind: 'confirmed' });
  });
});

describe('an agreed price', () => {
  it('stays until another one is agreed, and an offered one counts once it is accepted', async () => {
    const id = await book();
    await answer(id, 'offered', { day: '2026-12-09', slot: 'evening', pence: 9050, per: 'hour' });
    expect(await rowOf(id)).toMatchObject({ price_pence: null });
    const offer = (await eventsOf(id))[0]?.id ?? null;
    await reply(id, 'accepted', { offer });
    expect(await rowOf(id)).toMatchObject({ price_pence: 9050, price_per: 'hour' });
    await answer(id, 'confirmed', { day: '2026-12-10', slot: 'evening' });
    expect(await stateOf(id)).toMatchObject({ price_pence: 9050, price_per: 'hour' });
  });

  it('has an amount and a unit', async () => {
    const id = await book();
    const confirmed = { day: '2026-12-08', slot: 'morning' };
    for (const price of [{ pence: 500 }, { per: 'hour' }, { pence: 0, per: 'hour' }])
      await expect(answer(id, 'confirmed', { ...confirmed, ...price })).rejects.toMatchObject({
        code: '23514',
      });
  });
});

describe('the customer of a series', () => {
  it('reads its rule and the coming four visits by the first booking’s id', async () => {
    const id = await book();
    await repeat(id, 1, '2026-12-08');
    await stop(id, '2027-01-06');
    const visits = await visitsOf(id);
    await reply(visits[1]?.id ?? '', 'cancelled');
    const { series } = (await stateOf(id)) ?? {};
    expect(series).toEqual({
      every: 1,
      day: '2026-12-08',
      time_slot: 'morning',
      until: '2027-01-06',
      visits: [
        [visits[0]?.id, '2026-12-15', 'confirmed', 2],
        [visits[1]?.id, '2026-12-22', 'cancelled', 3],
        [visits[2]?.id, '2026-12-29', 'confirmed', 2],
        [visits[3]?.id, '2027-01-05', 'confirmed', 2],
      ].map(([visit, day, status, sequence]) => ({
        id: visit,
        day,
        time_slot: 'morning',
        status,
        sequence,
        last: status === 'cancelled' ? expect.objectContaining({ kind: 'cancelled' }) : null,
      })),
    });
    expect(seriesRule(await eventsOf(id))).toEqual({
      every: 1,
      day: '2026-12-08',
      time_slot: 'morning',
      until: '2027-01-06',
    });
  });

  it('skips a visit by its id, and gets the series’ state with the answer', async () => {
    const id = await book();
    await repeat(id, 2, '2026-12-08');
    const [visit] = await visitsOf(id);
    const { outcome, state, series } = await reply(visit?.id ?? '', 'cancelled', {
      day: '2026-12-22',
      slot: 'morning',
    });
    expect({ outcome, status: state?.status }).toEqual({ outcome: 'added', status: 'cancelled' });
    expect(series?.series?.visits[0]).toMatchObject({ id: visit?.id, status: 'cancelled' });
    expect((await reply(id, 'cancelled')).series).toBeNull();
  });
});

describe('another day', () => {
  const VISIT = { day: '2026-12-08', slot: 'morning' };
  async function confirmed() {
    const id = await book();
    await answer(id, 'confirmed', VISIT);
    return id;
  }
  const ask = (id: string, other = '2026-12-10') => reply(id, 'asked', { ...VISIT, other });

  it('is asked for without a change of the booking, once', async () => {
    const id = await confirmed();
    expect(await ask(id)).toMatchObject({
      outcome: 'added',
      state: { status: 'confirmed', day: '2026-12-08', last: { kind: 'asked', day: '2026-12-10' } },
    });
    expect((await ask(id)).outcome).toBe('added');
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['confirmed', 'asked']);
  });

  it('is asked for until the day begins, and is one to come', async () => {
    const id = await confirmed();
    expect((await ask(id, TODAY)).outcome).toBe('too-late');
    await setToday('2026-12-08');
    expect((await ask(id)).outcome).toBe('too-late');
    const wished = await book({ preferred_date: '2026-12-07' });
    expect((await reply(wished, 'asked', { other: '2026-12-10' })).outcome).toBe('too-late');
  });

  it('asked of a visit that was moved meanwhile is not asked, unless it was moved there', async () => {
    const id = await confirmed();
    await answer(id, 'confirmed', { day: '2026-12-10', slot: 'evening' });
    expect((await ask(id)).outcome).toBe('added');
    expect((await ask(id, '2026-12-11')).outcome).toBe('changed');
    expect(await eventsOf(id)).toHaveLength(2);
  });

  it('is kept away by the office while it is the last word', async () => {
    const id = await confirmed();
    expect((await answer(id, 'kept')).outcome).toBe('changed');
    await ask(id);
    expect((await answer(id, 'kept', { message: 'We are full.' })).outcome).toBe('added');
    expect((await answer(id, 'kept', { rev: 0 })).outcome).toBe('added');
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', day: '2026-12-08' });
  });

  it('is offered to a confirmed visit, which stays until the customer accepts', async () => {
    const id = await confirmed();
    await ask(id);
    const offered = { day: '2026-12-11', slot: 'evening' };
    expect((await answer(id, 'offered', offered)).outcome).toBe('added');
    expect(await rowOf(id)).toMatchObject({ status: 'confirmed', day: '2026-12-08' });
    const offer = (await eventsOf(id)).at(-1)?.id ?? null;
    const state = (await stateOf(id)) as CustomerBooking;
    expect(customerAnswers(state, TODAY)).toEqual(['accepted', 'refused', 'cancelled', 'asked']);
    expect((await reply(id, 'accepted', { offer, ...offered })).state).toMatchObject({
      status: 'confirmed',
      day: '2026-12-11',
    });
    const other = await confirmed();
    await answer(other, 'offered', offered);
    const second = (await eventsOf(other)).at(-1)?.id ?? null;
    expect((await reply(other, 'refused', { offer: second, ...offered })).outcome).toBe('added');
    expect((await eventsOf(other)).at(-1)?.kind).toBe('refused');
    expect(await rowOf(other)).toMatchObject({ status: 'confirmed', day: '2026-12-08' });
  });

  it.each([
    ['accepted', 'confirmed', 'added', true],
    ['accepted', 'asked', 'changed', false],
    ['refused', 'confirmed', 'added', true],
    ['refused', 'moved', 'changed', false],
    ['asked', 'confirmed', 'added', true],
    ['asked', 'moved', 'added', false],
    ['asked', 'asked', 'added', false],
    ['asked', 'cancelled', 'changed', false],
    ['asked', 'pending', 'added', true],
  ] as const)('%s of a booking that is %s is %s', async (kind, before, outcome, isAdded) => {
    const id = before === 'pending' ? await book() : await confirmed();
    const named = { day: '2026-12-11', slot: 'evening' };
    let offer: string | null = null;
    if (kind !== 'asked') {
      await answer(id, 'offered', named);
      offer = (await eventsOf(id)).at(-1)?.id ?? null;
    }
    if (before === 'asked') await ask(id, '2026-12-11');
    if (before === 'moved') await answer(id, 'confirmed', { day: '2026-12-11', slot: 'evening' });
    if (before === 'cancelled') await answer(id, 'cancelled');
    const count = (await eventsOf(id)).length;
    const about = kind === 'asked' ? VISIT : named;
    const other = kind === 'asked' ? '2026-12-11' : null;
    expect((await reply(id, kind, { offer, ...about, other })).outcome).toBe(outcome);
    expect((await eventsOf(id)).length > count).toBe(isAdded);
  });
});

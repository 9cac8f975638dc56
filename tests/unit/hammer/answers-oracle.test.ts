import { expect, test } from 'vitest';
import { giveAnswer, openSide, type GivenAnswer } from '../../hammer/answers/ledger.ts';
import { judgeAnswers } from '../../hammer/answers/oracle.ts';
import type { ReadResult, State, StoredEvent, StoredRow } from '../../hammer/answers/stored.ts';
import { modelSeries } from '../../hammer/answers/series-model.ts';

const BOOKING = { id: 'booking', day: '2027-03-01', slot: 'morning', rev: 1 } as const;
const MOVED = { status: 'confirmed', day: '2027-03-18', time_slot: 'evening' } as const;

const event = (
  id: string,
  actor: 'office' | 'customer',
  kind: StoredEvent['kind'],
  rev: number,
  day: string | null = null,
): StoredEvent => ({
  ...{ id, booking_id: BOOKING.id, actor, kind, day, rev },
  time_slot: day === null ? null : 'evening',
  every: null,
  given_on: '2027-02-25',
});

/** The server's data: the booking's row, and those of its visits. */
const read = (
  events: StoredEvent[],
  row: State,
  visits: readonly StoredRow[] = [],
): ReadResult => ({
  events,
  rows: new Map(
    [{ ...row, id: BOOKING.id, series: null, series_day: null }, ...visits].map((one) => [
      one.id,
      one,
    ]),
  ),
  today: '2027-02-25',
  horizon: '2027-04-08',
});
const move = event('moved', 'office', 'confirmed', 2, MOVED.day);

/** The faults of a cancellation by the customer, after the office moved the booking. */
function judge(cancellation: GivenAnswer, events: StoredEvent[], row: State) {
  const office = openSide('office', 'office', [giveAnswer('moved', BOOKING.id, 'confirmed', 1)]);
  const customer = openSide('customer', 'customer', [cancellation]);
  const found = judgeAnswers([BOOKING], [customer, office], read(events, row));
  return found.map(({ fault }) => fault).filter((fault) => fault !== 'false words');
}

const cancellation = (day: string, slot: 'morning' | 'evening', fate: GivenAnswer['fate']) => ({
  ...giveAnswer('cancelled', BOOKING.id, 'cancelled', null, { about: { day, slot, sequence: 0 } }),
  fate,
});

test.each([
  ['2027-03-18', 'evening', []],
  ['2027-03-01', 'morning', ['overwritten']],
  ['2027-03-18', 'morning', ['overwritten']],
] as const)('a cancellation for %s, %s, of a moved visit is judged: %j', (day, slot, faults) => {
  const events = [move, event('cancelled', 'customer', 'cancelled', 3)];
  const row = { ...MOVED, status: 'cancelled' } as const;
  expect(judge(cancellation(day, slot, 'done'), events, row)).toEqual(faults);
});

test('an answer that is said to be given is lost, unless another one had its effect', () => {
  const done = cancellation('2027-03-18', 'evening', 'done');
  expect(judge(done, [move], MOVED)).toEqual(['lost']);
  const other = giveAnswer('other', BOOKING.id, 'cancelled', 2);
  const office = openSide('office', 'office', [
    giveAnswer('moved', BOOKING.id, 'confirmed', 1),
    other,
  ]);
  const faults = judgeAnswers(
    [BOOKING],
    [openSide('customer', 'customer', [done]), office],
    read([move, event('other', 'office', 'cancelled', 3)], { ...MOVED, status: 'cancelled' }),
  ).map(({ fault }) => fault);
  expect(faults).not.toContain('lost');
});

test('a series that lacks a visit has lost it, and one that it does not make is there twice', () => {
  const repeated = {
    ...event('repeated', 'office', 'repeated', 2, '2027-03-01'),
    every: 2,
  } as const;
  const row: State = { status: 'confirmed', day: '2027-03-01', time_slot: 'evening' };
  const made = modelSeries(BOOKING, read([repeated], row));
  expect(made.map(({ day }) => day)).toEqual(['2027-03-15', '2027-03-29']);
  const rows = made.map(({ id, day, slot }): StoredRow => ({
    ...{ id, day, series: BOOKING.id, series_day: day, status: 'confirmed', time_slot: slot },
  }));
  const office = openSide('office', 'office', [giveAnswer('repeated', BOOKING.id, 'repeated', 1)]);
  const faultsOf = (visits: StoredRow[]) =>
    judgeAnswers([BOOKING], [office], read([repeated], row, visits))
      .map(({ fault }) => fault)
      .filter((fault) => fault !== 'false words');
  expect(faultsOf(rows)).toEqual([]);
  expect(faultsOf(rows.slice(1))).toEqual(['lost']);
  expect(faultsOf([...rows, { ...(rows[0] as StoredRow), id: 'other' }])).toEqual(['twice']);
});

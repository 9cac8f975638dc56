import { expect, test } from 'vitest';
import type { Answered, State, StoredEvent } from '../../hammer/bookings.ts';
import { judgeBooking } from '../../hammer/findings/bookings.ts';
import { modelSeries } from '../../hammer/findings/series-model.ts';
import { giveAnswer, Ledger, type GivenAnswer } from '../../hammer/ledger.ts';

const BOOKING = { id: 'booking', day: '2027-03-01', slot: 'morning', rev: 1 } as const;
type VisitRow = Answered['rows'] extends ReadonlyMap<string, infer Row> ? Row : never;

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
const read = (events: StoredEvent[], row: State, visits: readonly VisitRow[] = []): Answered => ({
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

const office = (id: string, kind: StoredEvent['kind'], givenTo: number): GivenAnswer =>
  giveAnswer(BOOKING.id, {
    ...{ id, actor: 'office', request: BOOKING.id, answer: kind, givenTo },
  });

/** The faults of answers, given what the server has. */
function faultsOf(answers: GivenAnswer[], stored: Answered) {
  const ledger = new Ledger('c0');
  ledger.changes.push(...answers);
  return judgeBooking('c0', { booking: BOOKING, ledgers: [ledger] }, stored).map(
    ({ fault }) => fault,
  );
}

const cancellation = (day: string, slot: 'morning' | 'evening', fate: GivenAnswer['fate']) => ({
  ...giveAnswer(BOOKING.id, {
    ...{ id: 'cancelled', actor: 'customer', request: BOOKING.id },
    ...{ answer: 'cancelled', givenTo: null, about: { day, slot, sequence: 0 } },
  }),
  fate,
});

test.each([
  ['2027-03-18', 'evening', []],
  ['2027-03-01', 'morning', ['overwritten']],
  ['2027-03-18', 'morning', ['overwritten']],
] as const)('a cancellation for %s, %s, of a moved visit is judged: %j', (day, slot, faults) => {
  const events = [move, event('cancelled', 'customer', 'cancelled', 3)];
  const row = { ...MOVED, status: 'cancelled' } as const;
  const answers = [office('moved', 'confirmed', 1), cancellation(day, slot, 'done')];
  expect(faultsOf(answers, read(events, row))).toEqual(faults);
});

test('an answer that is said to be given is lost, unless another one had its effect', () => {
  const answers = [
    office('moved', 'confirmed', 1),
    cancellation('2027-03-18', 'evening', 'done'),
    { ...office('other', 'cancelled', 2), fate: 'refused' as const },
  ];
  expect(faultsOf(answers, read([move], MOVED))).toEqual(['lost']);
  const events = [move, event('other', 'office', 'cancelled', 3)];
  const row = { ...MOVED, status: 'cancelled' } as const;
  expect(faultsOf(answers, read(events, row))).toEqual(['left behind']);
});

test('a series that lacks a visit has lost it, and one that it does not make is there twice', () => {
  const repeated = {
    ...event('repeated', 'office', 'repeated', 2, '2027-03-01'),
    every: 2,
  } as const;
  const row: State = { status: 'confirmed', day: '2027-03-01', time_slot: 'evening' };
  const made = modelSeries(BOOKING, read([repeated], row));
  expect(made.map(({ day }) => day)).toEqual(['2027-03-15', '2027-03-29']);
  const rows = made.map(({ id, day, slot }): VisitRow => ({
    ...{ id, day, series: BOOKING.id, series_day: day, status: 'confirmed', time_slot: slot },
  }));
  const judge = (visits: VisitRow[]) =>
    faultsOf([office('repeated', 'repeated', 1)], read([repeated], row, visits));
  expect(judge(rows)).toEqual([]);
  expect(judge(rows.slice(1))).toEqual(['lost']);
  expect(judge([...rows, { ...(rows[0] as VisitRow), id: 'other' }])).toEqual(['stored twice']);
});

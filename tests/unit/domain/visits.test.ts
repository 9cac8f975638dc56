import { expect, test } from 'vitest';
import { askOf, isVisit, splitVisits, visitsAhead } from '../../../src/core/domain/visits.ts';
import { aRecordedEvent, aReport, aSettingChange } from '../support/booking-events.ts';
import { BOOKING } from '../support/booking-row.ts';

const visit = (day: string, changes: object = {}) => ({
  ...BOOKING,
  id: day,
  status: 'confirmed',
  series: BOOKING.id,
  series_day: day,
  preferred_date: day,
  ...changes,
});
const daysOf = (rows: readonly { series_day: string | null }[]) =>
  rows.map(({ series_day: day }) => day);

test('a visit is a row with a series', () => {
  expect([isVisit(visit('2026-12-08')), isVisit(BOOKING), isVisit({ id: 'x' })]).toEqual([
    true,
    false,
    false,
  ]);
});

const asked = aRecordedEvent({
  actor: 'customer',
  kind: 'asked',
  day: '2026-12-10',
  time_slot: 'morning',
});

test.each([
  ['confirmed', [asked], { day: '2026-12-10', slot: 'morning' }],
  ['pending', [asked], expect.anything()],
  ['confirmed', [asked, aRecordedEvent({ kind: 'kept' })], null],
  ['cancelled', [asked], null],
  ['confirmed', [], null],
])('a booking that is %s with the events %j asks for %j', (status, events, ask) => {
  expect(askOf({ status, events })).toEqual(ask);
});

test('a change of a series leaves the visits that were answered alone, and counts the others', () => {
  const rows = [
    BOOKING,
    visit('2026-12-29'),
    visit('2026-12-08'),
    visit('2026-12-15', { preferred_date: '2026-12-16', events: [aRecordedEvent()] }),
    visit('2026-12-22', {
      status: 'cancelled',
      events: [aRecordedEvent({ kind: 'cancelled' })],
    }),
    visit('2027-01-05', { settings: [aSettingChange()] }),
    visit('2027-01-19', { reports: [aReport()] }),
    visit('2027-01-12', { series: 'another' }),
  ];
  const { untouched, touched } = splitVisits(rows, BOOKING.id, '2026-12-09');
  expect(daysOf(untouched)).toEqual(['2026-12-29', '2027-01-05']);
  expect(daysOf(touched)).toEqual(['2026-12-15', '2027-01-19']);
  expect(daysOf(visitsAhead(rows, new Set([BOOKING.id]), '2026-12-09'))).toEqual([
    '2026-12-15',
    '2026-12-29',
    '2027-01-05',
    '2027-01-19',
  ]);
});

import { expect, test } from 'vitest';
import {
  hasEnded,
  nextCrewJob,
  parseCrewDays,
  rightTime,
  sheetOf,
} from '../../../src/core/domain/crew-sheet.ts';
import { aJob, DAY, DAYS, HOUR, NINE } from '../support/crew.ts';

const MINUTE = 60_000;

test('the server’s days are read with their known fields alone', () => {
  const booking_id = '0b5e6c1e-8f1d-4b7e-9a55-7f6f3f5a1c11';
  const sent = { ...DAYS, today: '2026-11-28', jobs: [{ ...aJob(), booking_id, price: 60 }] };
  expect(parseCrewDays(JSON.parse(JSON.stringify(sent)))).toEqual(DAYS);
});

test('a text that is absent or null is null, and a job without colleagues has none', () => {
  const job = { ...aJob({ access: null }), phone: undefined, with: undefined };
  expect(parseCrewDays({ ...DAYS, jobs: [job] })?.jobs).toEqual([
    aJob({ phone: null, access: null, with: [] }),
  ]);
});

test.each([
  ['nothing', null],
  ['a text', 'null'],
  ['an error', { message: 'x' }],
  ['days without an end', { ...DAYS, ends_at: undefined }],
  ['days whose end is no time', { ...DAYS, ends_at: 'soon' }],
  ['days without a list of jobs', { ...DAYS, jobs: {} }],
  ['a job without an address', { ...DAYS, jobs: [{ ...aJob(), address: undefined }] }],
  ['a later job without a day', { ...DAYS, later: [{ time_slot: 'morning' }] }],
])('%s is no sheet', (_, data) => {
  expect(parseCrewDays(data)).toBeNull();
});

const endOf = (askedAt: number) => sheetOf(DAYS, askedAt, askedAt + 200).endsAt;

test.each([
  ['right', 0],
  ['a day ahead', DAY],
  ['two days behind', -2 * DAY],
])('on a clock that is %s the sheet ends after the server’s own interval', (_, offset) => {
  expect(endOf(NINE + offset) - (NINE + offset)).toBeCloseTo(39 * HOUR, -3);
});

test.each([
  ['just before its end', 39 * HOUR - MINUTE, false],
  ['at its end', 39 * HOUR, true],
  ['days after', 5 * DAY, true],
  ['half an hour before the reading, by a clock that was corrected', -30 * MINUTE, false],
  ['more than an hour before the reading, by a clock that was set back', -61 * MINUTE, true],
])('a sheet %s has ended: %s ms after the reading, %s', (_, after, ended) => {
  expect(hasEnded(sheetOf(DAYS, NINE, NINE), NINE + after)).toBe(ended);
});

test('the right time follows the server’s clock where the phone’s differs by more than an hour', () => {
  const phone = NINE + 5 * HOUR;
  const sheet = sheetOf(DAYS, phone, phone);
  expect(rightTime(sheet, phone + HOUR)).toBeCloseTo(NINE + HOUR, -3);
  expect(rightTime(sheetOf(DAYS, NINE, NINE), NINE + HOUR)).toBe(NINE + HOUR);
  expect(rightTime(null, phone)).toBe(phone);
});

const morning = aJob({ job: 'morning' });
const evening = aJob({ job: 'evening', time_slot: 'evening' });
const tomorrow = aJob({ job: 'tomorrow', day: '2026-11-29' });
const jobs = [morning, evening, tomorrow];
const today = '2026-11-28';

test.each([
  ['in the morning', 9, [], 'morning'],
  ['at noon, when the morning is over', 12, [], 'evening'],
  ['after a report on the morning', 9, ['morning'], 'evening'],
  ['when all hours are over, today’s last one', 21, [], 'evening'],
  [
    'when all hours are over and that one is done, an earlier one without a report',
    21,
    ['evening'],
    'morning',
  ],
  ['when today’s are done, tomorrow’s', 21, ['morning', 'evening'], 'tomorrow'],
  ['when all are done, none', 21, ['morning', 'evening', 'tomorrow'], undefined],
])('the next job is %s', (_, hour, ended, next) => {
  expect(nextCrewJob(jobs, new Set(ended), { day: today, hour })?.job).toBe(next);
});

test('after midnight yesterday’s job is not the next one', () => {
  expect(nextCrewJob(jobs, new Set(), { day: '2026-11-29', hour: 0 })?.job).toBe('tomorrow');
});

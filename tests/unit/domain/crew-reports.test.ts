import { expect, test } from 'vitest';
import { ANSWERS, type Answer } from '../../../src/core/domain/answers.ts';
import {
  isReportedDone,
  lockedOut,
  reportedAt,
  unassigned,
} from '../../../src/core/domain/crew-reports.ts';
import type { CrewReport } from '../../../src/core/domain/crew-sheet.ts';
import { aRecordedEvent, aReport } from '../support/booking-events.ts';
import { BOOKING } from '../support/booking-row.ts';

const TODAY = '2026-12-01';

type Kind = Answer | CrewReport;

/** A confirmed booking with these answers and reports, oldest first. */
const job = (...kinds: Kind[]) => {
  const revs = kinds.map((kind, place) => ({ kind, rev: place + 1 }));
  const times = { made_at: `${TODAY}T10:00:00Z`, created_at: `${TODAY}T19:00:00Z` };
  return {
    ...BOOKING,
    status: 'confirmed',
    events: revs.flatMap(({ kind, rev }) =>
      kind in ANSWERS ? [aRecordedEvent({ kind: kind as Answer, rev })] : [],
    ),
    reports: revs.flatMap(({ kind, rev }) =>
      kind in ANSWERS ? [] : [aReport({ kind: kind as CrewReport, rev, ...times })],
    ),
  };
};

test('a report has the time of the phone, else that of its arrival', () => {
  const report = aReport({ made_at: `${TODAY}T10:00:00Z`, created_at: `${TODAY}T19:00:00Z` });
  expect(reportedAt(report)).toBe(`${TODAY}T10:00:00Z`);
  expect(reportedAt({ ...report, made_at: null })).toBe(`${TODAY}T19:00:00Z`);
});

test.each<[Kind[], boolean]>([
  [['confirmed', 'done'], true],
  [['confirmed', 'done', 'noted'], true],
  [['confirmed', 'locked-out', 'done'], true],
  [['confirmed', 'done', 'locked-out'], false],
  [['done', 'confirmed'], false],
  [['confirmed', 'noted'], false],
  [['confirmed'], false],
])('a confirmed job of today after %j is reported done: %s', (kinds, expected) => {
  expect(isReportedDone(job(...kinds), TODAY)).toBe(expected);
});

test('a job that cannot be completed is not reported done', () => {
  const done = job('done');
  expect(isReportedDone({ ...done, status: 'completed' }, TODAY)).toBe(false);
  expect(isReportedDone({ ...done, preferred_date: '2026-12-02' }, TODAY)).toBe(false);
});

test.each<[Kind[], number]>([
  [['locked-out'], 1],
  [['locked-out', 'noted'], 1],
  [['locked-out', 'confirmed'], 0],
  [['locked-out', 'done'], 0],
  [['done'], 0],
])('after %j, %i bookings wait because nobody could get in', (kinds, count) => {
  expect(lockedOut([job(...kinds)], TODAY)).toHaveLength(count);
});

test('nobody could get in today or yesterday, the newest report first', () => {
  const at = (made_at: string) => ({
    ...BOOKING,
    reports: [aReport({ kind: 'locked-out', made_at })],
  });
  const times = ['2026-11-29T23:59:00Z', '2026-11-30T00:00:00Z', '2026-12-01T09:00:00Z'];
  expect(lockedOut(times.map(at), TODAY).map(({ report }) => report.made_at)).toEqual([
    '2026-12-01T09:00:00Z',
    '2026-11-30T00:00:00Z',
  ]);
});

test('the confirmed jobs of seven days that nobody goes to are counted, soonest first', () => {
  const row = (preferred_date: string, changes: object = {}) => ({
    ...BOOKING,
    status: 'confirmed',
    preferred_date,
    ...changes,
  });
  const rows = [
    row('2026-12-07'),
    row('2026-12-01'),
    row('2026-11-30'),
    row('2026-12-08'),
    row('2026-12-02', { status: 'pending' }),
    row('2026-12-03', { crew: ['ann'] }),
  ];
  expect(unassigned(rows, TODAY).map(({ preferred_date: day }) => day)).toEqual([
    '2026-12-01',
    '2026-12-07',
  ]);
});

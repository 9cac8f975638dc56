import { expect, test } from 'vitest';
import {
  isReport,
  isReportedDone,
  lateReason,
  lockedOut,
  reportedAt,
  unassigned,
} from '../../../src/core/domain/crew-reports.ts';
import type { EventKind, RecordedEvent } from '../../../src/core/domain/booking-events.ts';
import { aRecordedEvent } from '../support/booking-events.ts';
import { BOOKING } from '../support/booking-row.ts';

const TODAY = '2026-12-01';

const events = (...kinds: EventKind[]): RecordedEvent[] =>
  kinds.map((kind, place) =>
    aRecordedEvent({
      kind,
      made_at: `${TODAY}T1${place}:00:00Z`,
      created_at: `${TODAY}T19:00:00Z`,
    }),
  );

const job = (...kinds: EventKind[]) => ({
  ...BOOKING,
  status: 'confirmed',
  events: events(...kinds),
});

test('a report is a report, and no other event is', () => {
  const kinds: EventKind[] = ['done', 'locked-out', 'noted', 'assigned', 'completed', 'reminded'];
  expect(
    events(...kinds)
      .filter(isReport)
      .map(({ kind }) => kind),
  ).toEqual(['done', 'locked-out', 'noted']);
});

test('a report has the time of the phone, else that of its arrival', () => {
  const [report] = events('done');
  expect(report && reportedAt(report)).toBe(`${TODAY}T10:00:00Z`);
  expect(report && reportedAt({ ...report, made_at: null })).toBe(`${TODAY}T19:00:00Z`);
});

test.each<[EventKind[], boolean]>([
  [['confirmed', 'done'], true],
  [['confirmed', 'done', 'noted', 'assigned'], true],
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

test.each<[EventKind[], number]>([
  [['locked-out'], 1],
  [['locked-out', 'noted', 'assigned'], 1],
  [['locked-out', 'confirmed'], 0],
  [['locked-out', 'done'], 0],
  [['done'], 0],
])('after %j, %i bookings wait because nobody could get in', (kinds, count) => {
  expect(lockedOut([job(...kinds)], TODAY)).toHaveLength(count);
});

test('nobody could get in today or yesterday, the newest report first', () => {
  const at = (made_at: string) => ({
    ...BOOKING,
    events: [aRecordedEvent({ kind: 'locked-out', made_at })],
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

test.each<[string, Partial<RecordedEvent>[], 'cancelled' | 'given-away' | null]>([
  ['nothing', [], null],
  ['their own assignment', [{ kind: 'assigned', crew: ['ann', 'ben'] }], null],
  ['a cancellation', [{ kind: 'cancelled' }], 'cancelled'],
  ['a reopening', [{ kind: 'cancelled' }, { kind: 'reopened' }], null],
  [
    'an assignment of others',
    [
      { kind: 'assigned', crew: ['ann'] },
      { kind: 'assigned', crew: ['ben'] },
    ],
    'given-away',
  ],
])('a report after %s is late because of: %s', (_, before, reason) => {
  const report = { ...aRecordedEvent({ crew: ['ann'] }), kind: 'done' } as const;
  const after = aRecordedEvent({ kind: 'cancelled' });
  const events = [...before.map((event) => aRecordedEvent(event)), report, after];
  expect(lateReason({ events }, report)).toBe(reason);
});

import { expect, test } from 'vitest';
import { OFFICE_ANSWERS } from '../../../src/core/domain/answers.ts';
import type { BookingEvent, RecordedEvent } from '../../../src/core/domain/booking-events.ts';
import type { AnswerRefusal } from '../../../src/core/domain/reasons.ts';
import type { Choice } from '../../../src/portal/booking/answer-draft.ts';
import {
  answeredByText,
  authorText,
  choiceTexts,
  customerText,
  eventText,
  isNeeded,
  refusalText,
  requestText,
} from '../../../src/portal/booking/answer-texts.ts';
import type { SettingChange } from '../../../src/core/domain/booking-settings.ts';
import type { RecordedReport } from '../../../src/core/domain/crew-reports.ts';
import { historyLines } from '../../../src/portal/booking/history-lines.ts';
import { settingRefusalText } from '../../../src/portal/booking/setting-texts.ts';
import { aRecordedEvent, aReminder, aReport, aSettingChange } from '../support/booking-events.ts';
import { referenceOf } from '../../../src/core/domain/reference.ts';
import { jobText } from '../../../src/core/domain/job-text.ts';
import {
  messageText,
  quotedRequest,
  reportText,
} from '../../../src/portal/booking/booking-texts.ts';
import { BOOKING } from '../support/booking-row.ts';

const NAMES = new Map([
  ['ann', 'Ann Baker'],
  ['ben', 'Ben'],
]);
const COMPANY = { name: 'Whitecart Cleaning', phone: '0141 496 0000' };
const ABOUT = 'Hello, this is X, about your booking on Tuesday 1 December.';

test.each([
  ['confirmed', '2026-12-01', 7, "Hello, this is X, we're on our way."],
  ['confirmed', '2026-12-01', 11, "Hello, this is X, we're on our way."],
  ['confirmed', '2026-12-01', 12, ABOUT],
  ['confirmed', '2026-11-30', 9, ABOUT],
  ['confirmed', '2026-12-02', 9, ABOUT],
  ['pending', '2026-12-01', 9, ABOUT],
  ['completed', '2026-12-01', 9, ABOUT],
  ['cancelled', '2026-12-01', 9, undefined],
])('a message about a booking that is %s, on %s at %i: %s', (status, day, hour, begins) => {
  const text = messageText({ ...BOOKING, status }, 'X', { day, hour });
  if (begins === undefined) expect(text).toBeUndefined();
  else expect(text?.startsWith(`${begins} Ref `)).toBe(true);
});

const CHOICES = [...OFFICE_ANSWERS, 'moved'] as const;
const VISIT = { day: '2026-12-03', slot: 'evening' } as const;
const MORNING = { day: '2026-12-01', slot: 'morning' } as const;
const TODAY = '2026-12-01';

test.each<[Choice, onTheDay: RegExp, afterIt: RegExp]>([
  [
    'confirmed',
    /is confirmed for Tuesday 1 December, 8AM-12PM\./,
    /recorded your booking \S+ for Tuesday 1 December, 8AM-12PM\./,
  ],
  [
    'moved',
    /moved your booking \S+ to Thursday 3 December, 5PM-8PM\./,
    /moved your booking \S+ to Thursday 3 December, 5PM-8PM\./,
  ],
  [
    'offered',
    /can’t come on Tuesday 1 December.* Could we come on Thursday 3 December, 5PM-8PM instead\?/,
    /couldn’t come on Tuesday 1 December.* Could we come on Thursday 3 December, 5PM-8PM instead\?/,
  ],
  [
    'declined',
    /can’t take your booking \S+ for Tuesday 1 December/,
    /couldn’t take your booking \S+ for Tuesday 1 December/,
  ],
  [
    'cancelled',
    /have to cancel your booking \S+ for Tuesday 1 December/,
    /couldn’t come on Tuesday 1 December, 8AM-12PM for your booking/,
  ],
  [
    'completed',
    /your booking \S+ for Tuesday 1 December, 8AM-12PM is done/,
    /your booking \S+ for Tuesday 1 December, 8AM-12PM is done/,
  ],
  [
    'repeated',
    /^.*We come regularly for your booking \S+, from Thursday 3 December, 5PM-8PM\./s,
    /^.*We come regularly for your booking \S+, from Thursday 3 December, 5PM-8PM\./s,
  ],
  [
    'stopped',
    /regular visits of your booking \S+ end after Thursday 3 December\./,
    /regular visits of your booking \S+ end after Thursday 3 December\./,
  ],
  [
    'kept',
    /Your booking \S+ stays on Tuesday 1 December, 8AM-12PM\./,
    /Your booking \S+ stays on Tuesday 1 December, 8AM-12PM\./,
  ],
])(
  'the customer of a booking that is %s reads on the day: %s, and after it: %s',
  (choice, onDay, afterwards) => {
    const [text = '', after] = [TODAY, '2026-12-02'].map((today) =>
      customerText(BOOKING, choice, VISIT, COMPANY, today),
    );
    expect(after).toMatch(afterwards);
    expect(text).toMatch(onDay);
    expect(text).toMatch(/^Hello Ann Baker,\n\n[\s\S]*0141 496 0000[\s\S]*\n\nWhitecart Cleaning$/);
  },
);

test.each(['You won £500: https://prize.example', ''])(
  'a ready text for the name %j greets nobody by it',
  (name) => {
    const texts = CHOICES.map((choice) =>
      customerText({ ...BOOKING, name }, choice, VISIT, COMPANY, TODAY),
    );
    for (const text of texts) expect(text ?? 'Hello,\n\n').toMatch(/^Hello,\n\n(?!.*prize)/s);
  },
);

test('a confirmed booking that is confirmed for the same time is not moved', () => {
  const text = customerText(BOOKING, 'moved', MORNING, COMPANY, TODAY);
  expect(text).toMatch(/is confirmed for Tuesday 1 December, 8AM-12PM\./);
});

const office = (changes: Partial<RecordedEvent>) => aRecordedEvent({ created_at: '1', ...changes });
const at = (day: string, time_slot: BookingEvent['time_slot']) => ({ day, time_slot });

test.each<[string, Partial<RecordedEvent>, string]>([
  ['first', {}, 'Confirmed for Wednesday 2 December, 8AM-12PM'],
  [
    'for another time',
    { from_day: '2026-12-01', from_slot: 'morning' },
    'Moved to Wednesday 2 December, 8AM-12PM',
  ],
  [
    'with a price',
    { price_pence: 6600, price_per: 'visit' },
    'Confirmed for Wednesday 2 December, 8AM-12PM, £66 a visit',
  ],
])('a booking that is confirmed %s has the line of its history', (_, changes, text) => {
  expect(eventText(office({ ...at('2026-12-02', 'morning'), ...changes }))).toBe(text);
});

test.each([
  [false, 'Customer', 'Requested'],
  [true, 'Office', 'Added from a call'],
])('the history of a booking that the office added, %s, begins: %s, %s', (by_office, who, what) => {
  expect(requestText({ ...BOOKING, by_office })).toEqual({ who, what });
});

test.each<[Choice, onTheDay: RegExp, afterIt: RegExp]>([
  ['confirmed', /^You come on the day/, /^You came on the day/],
  ['cancelled', /^You won’t come/, /^You didn’t come/],
  ['declined', /^You can’t take/, /^You couldn’t take/],
])('the hint of %s: %s, and after the day: %s', (choice, onDay, afterwards) => {
  const [on, after] = [TODAY, '2026-12-02'].map(
    (today) => choiceTexts(choice, BOOKING, today).hint,
  );
  expect(on).toMatch(onDay);
  expect(after).toMatch(afterwards);
});

test('each answer has a text but those that no customer reads', () => {
  const without = CHOICES.filter(
    (choice) => customerText(BOOKING, choice, VISIT, COMPANY, TODAY) === null,
  );
  expect(without).toEqual(['reopened']);
});

test('a refusal names its cause and its remedy', () => {
  const reasons: AnswerRefusal[] = ['changed', 'gone', 'too-early', 'too-late'];
  const texts = reasons.map((reason) => refusalText({ reason, message: reason }));
  expect(new Set(texts).size).toBe(4);
  for (const text of texts) expect(text).toMatch(/[Dd]iscard your answer\.$/);
});

test.each([
  ['pending', /then answer again or discard your answer\.$/],
  ['cancelled', /was cancelled before your answer .* needs none/],
])('a refusal beside a booking that is %s says: %s', (status, words) => {
  const text = refusalText({ reason: 'changed', message: '' }, status);
  expect(text).toMatch(words);
  expect(/again/.test(text)).toBe(isNeeded(status));
});

test.each([
  [
    { service_type: 'specialized', service: 'event', size: '8-hours', frequency: 'weekly' },
    'Specialized Service, Event Cleaning, 8 hours, every week',
  ],
  [
    { service_type: 'deep', service: 'deep', size: '2-bedrooms', frequency: null },
    'Deep Cleaning, 2 bedrooms',
  ],
  [
    { service_type: 'move', service: 'move', size: null, frequency: 'once' },
    'Move In/Out Cleaning, once',
  ],
  [
    { service_type: 'residential', service: null, size: null, frequency: null },
    'Residential Cleaning',
  ],
  [
    { service_type: 'windows', service: 'roof', size: 'huge', frequency: 'daily' },
    'windows, roof, huge, daily',
  ],
])('a job of %j is %s', (job, text) => {
  expect(jobText(job)).toBe(text);
});

test('an email quotes what the customer chose, and nothing that they typed', () => {
  expect(quotedRequest(BOOKING)).toBe('> Deep Cleaning, Tuesday 1 December 2026, 8AM-12PM');
});

const VISIT_ROW = { ...BOOKING, status: 'confirmed', series: 'b1e7c1a0', series_day: '2026-12-01' };

test('a visit is skipped, its texts have the reference of its series, and its history is automatic', () => {
  expect(choiceTexts('cancelled', VISIT_ROW, TODAY).label).toBe('Skip this visit');
  expect(choiceTexts('cancelled', BOOKING, TODAY).label).toBe('Cancel');
  const text = customerText(VISIT_ROW, 'cancelled', VISIT, COMPANY, TODAY);
  expect(text).toContain(
    `skip your visit on Tuesday 1 December, 8AM-12PM, booking ${referenceOf('b1e7c1a0')}.`,
  );
  expect(customerText(VISIT_ROW, 'moved', VISIT, COMPANY, TODAY)).toMatch(
    /moved your visit on Tuesday 1 December, 8AM-12PM to Thursday 3 December, 5PM-8PM, booking/,
  );
  expect(requestText(VISIT_ROW)).toEqual({
    who: 'Automatic',
    what: 'Regular visit, planned for Tuesday 1 December',
  });
});

test('a running series is changed, and an ended one is begun again', () => {
  const rule = office({ kind: 'repeated', every: 1, ...at('2026-12-01', 'morning') });
  const stop = office({ kind: 'stopped', day: '2026-11-30', time_slot: null });
  const labelOf = (events: RecordedEvent[]) =>
    choiceTexts('repeated', { ...BOOKING, events }, TODAY).label;
  expect(labelOf([rule])).toBe('Change the regular visits');
  expect(labelOf([rule, stop])).toBe('Repeat');
});

test('an offer for a confirmed booking says what holds without an answer', () => {
  const confirmed = { ...BOOKING, status: 'confirmed' };
  expect(customerText(confirmed, 'offered', VISIT, COMPANY, TODAY)).toMatch(
    /come on Thursday 3 December, 5PM-8PM instead of Tuesday 1 December, 8AM-12PM.*Without your answer it stays/,
  );
});

test('the history names the administrator, and a waiting answer is one’s own', () => {
  const named = aRecordedEvent({ by: 'Ann Baker' });
  expect([
    authorText(named),
    authorText(named, true),
    authorText({ ...named, by: null }),
    authorText(aRecordedEvent({ actor: 'customer', kind: 'accepted' })),
  ]).toEqual(['Ann Baker', 'You', 'Office', 'Customer']);
  expect(answeredByText({ events: [named] })).toBe('Confirmed by Ann Baker');
  expect(answeredByText({ events: [named, aRecordedEvent({ kind: 'offered', by: 'Ben' })] })).toBe(
    'Offered another time by Ben',
  );
  expect(answeredByText({ events: [aRecordedEvent()] })).toBeNull();
});

test.each<[Partial<SettingChange>, string]>([
  [{ value: ['ann', 'ben'] }, 'Given to Ann Baker, Ben'],
  [{ value: [] }, 'Given to nobody'],
  [{ value: ['cal', 'ben'] }, 'Given to Ben, somebody who left'],
  [{ value: ['ann'], for_series: true }, 'Given to Ann Baker, the coming visits too'],
  [{ field: 'instructions', value: 'Key at 6.' }, 'Instructions for those who go'],
  [{ field: 'instructions', value: null }, 'Instructions removed'],
  [{ field: 'access', value: null }, 'Way in changed'],
])('the history of a booking says about the setting %j: %s', (change, text) => {
  const row = { ...BOOKING, settings: [aSettingChange(change)] };
  expect(historyLines(row, NAMES, [])).toMatchObject([{ who: 'Office', what: text, sent: null }]);
});

test.each<[Partial<RecordedReport>, string]>([
  [{ kind: 'done', pictures: 2 }, 'Reported done, 2 photos'],
  [{ kind: 'locked-out', pictures: 1 }, 'Could not get in, 1 photo'],
  [{ kind: 'noted', pictures: 0 }, 'Note for the office'],
])('the history of a booking says about the report %j: %s', (report, text) => {
  const row = { ...BOOKING, reports: [aReport(report)] };
  expect(historyLines(row, NAMES, [])).toMatchObject([{ who: 'Crew', what: text }]);
});

test('the history has answers, settings, reports and reminders in the order of their revisions, and waiting changes last', () => {
  const row = {
    ...BOOKING,
    events: [
      aRecordedEvent({ rev: 6 }),
      aRecordedEvent({ id: 'waits', kind: 'completed', rev: 9 }),
    ],
    settings: [aSettingChange({ rev: 7, value: ['ann'] })],
    reports: [aReport({ rev: 10, by: 'Ann', message: 'All clean.' })],
    reminders: [aReminder({ rev: 8, mail: { state: 'sent', reason: null, detail: null } })],
  };
  expect(historyLines(row, NAMES, ['waits']).map(({ who, what }) => `${who}: ${what}`)).toEqual([
    'Office: Confirmed for ',
    'Office: Given to Ann Baker',
    'Automatic: Reminded of Tuesday 1 December, 8AM-12PM',
    'Ann: Reported done',
    'You: Marked as completed',
  ]);
});

test('a refused setting names the present value', () => {
  const text = settingRefusalText({ reason: 'changed', message: '' }, 'crew', 'Ben');
  expect(text).toBe(
    'Another administrator was first: it is Ben now. Save your list of those who go again, or discard it.',
  );
});

test('an event that only a later release knows stands in the history by its own names', () => {
  const event = {
    ...aRecordedEvent(),
    kind: 'invoiced' as BookingEvent['kind'],
    actor: 'accounts' as BookingEvent['actor'],
  };
  expect([authorText(event), eventText(event)]).toEqual(['accounts', 'invoiced']);
  const repeated = aRecordedEvent({ kind: 'repeated', every: 3 as BookingEvent['every'] });
  expect(eventText(repeated)).toContain('Repeated every 3 weeks');
});

test.each([
  ['2026-12-01T11:40:00Z', 2, 'Ann: done 11:40, 2 photos'],
  ['2026-12-01T11:40:00Z', 0, 'Ann: done 11:40'],
  ['2026-12-02T09:05:00Z', 0, 'Ann: done Wed 2 Dec, 09:05'],
])('a report of %s with %i photos is a line of its job: %s', (at, pictures, text) => {
  const report = aReport({ pictures, by: 'Ann', made_at: at });
  expect(reportText(report, '2026-12-01')).toBe(text);
});

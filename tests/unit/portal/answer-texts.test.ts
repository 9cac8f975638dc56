import { expect, test } from 'vitest';
import {
  OFFICE_ANSWERS,
  type BookingEvent,
  type RecordedEvent,
} from '../../../src/core/domain/booking-events.ts';
import type { AnswerRefusal } from '../../../src/core/domain/reasons.ts';
import type { Choice } from '../../../src/portal/answer/answer-draft.ts';
import {
  answeredByText,
  authorText,
  choiceTexts,
  customerText,
  eventText,
  isNeeded,
  refusalText,
  requestText,
  visitBefore,
} from '../../../src/portal/answer/answer-texts.ts';
import { aRecordedEvent } from '../support/booking-events.ts';
import { referenceOf } from '../../../src/core/domain/submission.ts';
import { jobText } from '../../../src/core/domain/booking-fields.ts';
import {
  messageText,
  quotedRequest,
  reportText,
} from '../../../src/portal/bookings/booking-texts.ts';
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
const VISIT = { day: '2026-12-03', slot: 'evening' };
const MORNING = { day: '2026-12-01', slot: 'morning' };
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

const office = (changes: Partial<BookingEvent>) => aRecordedEvent({ created_at: '1', ...changes });
const at = (day: string, time_slot: BookingEvent['time_slot']) => ({ day, time_slot });

test.each<[string, RecordedEvent[], string]>([
  ['first', [office(at('2026-12-01', 'morning'))], 'Confirmed for Tuesday 1 December, 8AM-12PM'],
  [
    'again for the same time',
    [office(at('2026-12-01', 'morning')), office(at('2026-12-01', 'morning'))],
    'Confirmed again for Tuesday 1 December, 8AM-12PM',
  ],
  [
    'for another time of the day',
    [office(at('2026-12-01', 'morning')), office(at('2026-12-01', 'evening'))],
    'Moved to Tuesday 1 December, 5PM-8PM',
  ],
  [
    'for another day, after it was accepted',
    [
      office({ kind: 'offered', ...at('2026-12-01', 'morning') }),
      office({ kind: 'accepted', actor: 'customer', ...at('2026-12-01', 'morning') }),
      office(at('2026-12-02', 'morning')),
    ],
    'Moved to Wednesday 2 December, 8AM-12PM',
  ],
  [
    'after it was reopened',
    [
      office(at('2026-12-01', 'morning')),
      office({ kind: 'reopened' }),
      office(at('2026-12-02', 'morning')),
    ],
    'Confirmed for Wednesday 2 December, 8AM-12PM',
  ],
  [
    'for another day that its customer asked for, after a reminder',
    [
      office(at('2026-12-01', 'morning')),
      office({ kind: 'asked', actor: 'customer', ...at('2026-12-02', 'morning') }),
      office({ kind: 'reminded', ...at('2026-12-01', 'morning') }),
      office(at('2026-12-02', 'morning')),
    ],
    'Moved to Wednesday 2 December, 8AM-12PM',
  ],
  [
    'by Repeat, and then moved',
    [
      office({ kind: 'repeated', every: 1, ...at('2026-12-01', 'morning') }),
      office(at('2026-12-02', 'morning')),
    ],
    'Moved to Wednesday 2 December, 8AM-12PM',
  ],
  [
    'with a price',
    [office({ ...at('2026-12-01', 'morning'), price_pence: 6600, price_per: 'visit' })],
    'Confirmed for Tuesday 1 December, 8AM-12PM, £66 a visit',
  ],
])('a booking that is confirmed %s has the line of its history', (_, events, text) => {
  const [last] = events.toReversed();
  expect(
    last && eventText(last, visitBefore({ ...BOOKING, events }, events.length - 1), NAMES),
  ).toBe(text);
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
  expect(without).toEqual(['reopened', 'instructed', 'assigned', 'entrusted']);
});

test('a refusal names its cause and its remedy', () => {
  const reasons: AnswerRefusal[] = ['changed', 'gone', 'too-early', 'too-late'];
  const texts = reasons.map((reason) => refusalText({ reason, message: reason }));
  expect(new Set(texts).size).toBe(4);
  for (const text of texts) expect(text).toMatch(/[Dd]iscard your answer\.$/);
});

test.each([
  ['pending', false, /then answer again or discard your answer\.$/],
  ['cancelled', false, /was cancelled before your answer .* needs none/],
  ['confirmed', true, /same result\. Discard yours\.$/],
])(
  'a refusal beside a booking that is %s, answered so: %s, says: %s',
  (status, isAnswered, words) => {
    const attention = { reason: 'changed', message: '' } as const;
    const text = refusalText(attention, { status, isAnswered });
    expect(text).toMatch(words);
    expect(/again/.test(text)).toBe(isNeeded({ status, isAnswered }));
  },
);

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
  const moved = aRecordedEvent(at('2026-12-02', 'morning'));
  expect(eventText(moved, visitBefore({ ...VISIT_ROW, events: [moved] }, 0), NAMES)).toBe(
    'Moved to Wednesday 2 December, 8AM-12PM',
  );
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
  expect(answeredByText({ events: [named, aRecordedEvent({ kind: 'instructed' })] })).toBe(
    'Confirmed by Ann Baker',
  );
  expect(answeredByText({ events: [aRecordedEvent()] })).toBeNull();
});

test.each([
  [{ kind: 'assigned', crew: ['ann', 'ben'] }, 'Given to Ann Baker, Ben'],
  [{ kind: 'assigned', crew: [] }, 'Given to nobody'],
  [{ kind: 'assigned', crew: ['cal', 'ben'] }, 'Given to Ben, somebody who left'],
  [
    { kind: 'assigned', crew: ['ann'], for_series: true },
    'Given to Ann Baker, the coming visits too',
  ],
  [{ kind: 'entrusted' }, 'Way in changed'],
  [{ kind: 'done', pictures: 2 }, 'Reported done, 2 photos'],
  [{ kind: 'locked-out', pictures: 1 }, 'Could not get in, 1 photo'],
  [{ kind: 'noted', pictures: 0 }, 'Note for the office'],
] as const)('the history of a booking says about %j: %s', (event, text) => {
  expect(eventText(aRecordedEvent(event), null, NAMES)).toBe(text);
});

test('an event that only a later release knows stands in the history by its own names', () => {
  const event = {
    ...aRecordedEvent(),
    kind: 'invoiced' as BookingEvent['kind'],
    actor: 'accounts' as BookingEvent['actor'],
  };
  expect([authorText(event), eventText(event, null, NAMES)]).toEqual(['accounts', 'invoiced']);
  const repeated = aRecordedEvent({ kind: 'repeated', every: 3 as BookingEvent['every'] });
  expect(eventText(repeated, null, NAMES)).toContain('Repeated every 3 weeks');
});

test('a report is its person’s, and of nobody known the crew’s', () => {
  const report = aRecordedEvent({ actor: 'crew', kind: 'done' });
  expect([authorText({ ...report, by: 'Ann Baker' }), authorText(report)]).toEqual([
    'Ann Baker',
    'Crew',
  ]);
});

test.each([
  ['2026-12-01T11:40:00Z', 2, 'Ann: done 11:40, 2 photos'],
  ['2026-12-01T11:40:00Z', 0, 'Ann: done 11:40'],
  ['2026-12-02T09:05:00Z', 0, 'Ann: done Wed 2 Dec, 09:05'],
])('a report of %s with %i photos is a line of its job: %s', (at, pictures, text) => {
  const report = { ...aRecordedEvent({ pictures, by: 'Ann' }), kind: 'done', made_at: at } as const;
  expect(reportText(report, '2026-12-01')).toBe(text);
});

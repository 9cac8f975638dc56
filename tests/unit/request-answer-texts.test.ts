import { describe, expect, test } from 'vitest';
import type {
  BookingEvent,
  CustomerBooking,
  CustomerSeries,
} from '../../src/core/domain/booking-events.ts';
import {
  answerText,
  goneText,
  notifyText,
  refusedAnswerText,
  seriesText,
  unsentTexts,
  type AnswerText,
} from '../../src/site/requests/answer-texts.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { anEvent, aCustomerBooking, aSeries, aSeriesVisit } from './support/booking-events.ts';

const offer = anEvent({ kind: 'offered', day: '2026-12-03', time_slot: 'evening' });
const refused = anEvent({ actor: 'customer', kind: 'refused' });
const cancelled = anEvent({ kind: 'cancelled' });
const asked = anEvent({ ...offer, kind: 'asked', actor: 'customer' });
const reopened = anEvent({ kind: 'reopened' });
const VISIT = 'Tuesday 1 December, 8AM-12PM';

type Row = [
  status: CustomerBooking['status'],
  last: BookingEvent | null,
  ...days: [before: string, on: string, after: string],
];

/** The texts of a booking for 1 December, a day before, on the day and a day after. */
test.each<Row>([
  [
    'pending',
    null,
    `Requested for ${VISIT}`,
    `Requested for today, 8AM-12PM / Your day has come, and we haven’t confirmed it. Please call`,
    `You asked for ${VISIT} / That day has passed, and we didn’t confirm it. To find another one, call`,
  ],
  [
    'pending',
    refused,
    `Requested for ${VISIT} / You said no to the time that we offered. We’ll call you`,
    `Requested for today, 8AM-12PM / You said no to the time that we offered. To find another one, call`,
    `You asked for ${VISIT} / You said no to the time that we offered. To find another one, call`,
  ],
  [
    'pending',
    reopened,
    `Requested for ${VISIT} / Our office opened this booking again, so our last answer no longer holds. It is not confirmed yet: we’ll confirm it, or call you.`,
    `Requested for today, 8AM-12PM / Our office opened this booking again, so our last answer no longer holds. It is not confirmed: please call`,
    `You asked for ${VISIT} / Our office opened this booking again, so our last answer no longer holds. That day has passed: to ask about it, call`,
  ],
  [
    'confirmed',
    anEvent({}),
    `Confirmed for ${VISIT} / To move it, ask for another day here. For anything else, call`,
    'Confirmed for today, 8AM-12PM / To change anything, call',
    `Was confirmed for ${VISIT} / That day has passed. If something wasn’t right, call`,
  ],
  [
    'confirmed',
    asked,
    `Confirmed for ${VISIT} / You asked for Thursday 3 December, 5PM-8PM. We’ll answer; until then, this day stands.`,
    'Confirmed for today, 8AM-12PM / To change anything, call',
    `Was confirmed for ${VISIT} / That day has passed.`,
  ],
  [
    'confirmed',
    anEvent({ kind: 'kept' }),
    `Confirmed for ${VISIT} / We can’t come on the other day that you asked for, so this day stands.`,
    'Confirmed for today, 8AM-12PM / To change anything, call',
    `Was confirmed for ${VISIT} / That day has passed.`,
  ],
  [
    'confirmed',
    refused,
    `Confirmed for ${VISIT} / You said no to the other day that we offered, so this day stands.`,
    'Confirmed for today, 8AM-12PM / To change anything, call',
    `Was confirmed for ${VISIT} / That day has passed.`,
  ],
  [
    'confirmed',
    { ...offer, price_pence: 6650, price_per: 'visit' },
    `Could we come on Thursday 3 December, 5PM-8PM instead? / We come on ${VISIT} until you accept. The price would be £66.50 a visit.`,
    `Could we come on Thursday 3 December, 5PM-8PM instead? / We come on ${VISIT} until you accept.`,
    `Could we come on Thursday 3 December, 5PM-8PM instead? / You had ${VISIT}.`,
  ],
  [
    'pending',
    asked,
    `Requested for ${VISIT} / You asked for Thursday 3 December, 5PM-8PM instead. We’ll answer.`,
    `Requested for today, 8AM-12PM / Your day has come, and we haven’t confirmed it. Please call`,
    `You asked for ${VISIT} / That day has passed, and we didn’t confirm it.`,
  ],
  [
    'cancelled',
    cancelled,
    `Cancelled / We won’t come on ${VISIT}.`,
    'Cancelled / We won’t come today, 8AM-12PM.',
    `Cancelled / It was for ${VISIT}.`,
  ],
  [
    'cancelled',
    { ...cancelled, actor: 'customer' },
    `Cancelled / You cancelled this booking. We won’t come on ${VISIT}.`,
    'Cancelled / You cancelled this booking. We won’t come today, 8AM-12PM.',
    `Cancelled / You cancelled this booking. It was for ${VISIT}.`,
  ],
  [
    'cancelled',
    anEvent({ kind: 'declined' }),
    'We can’t take your booking / We’re sorry.',
    'We can’t take your booking / We’re sorry.',
    'We couldn’t take your booking / We’re sorry.',
  ],
  [
    'cancelled',
    anEvent({ kind: 'declined', message: 'Too far' }),
    'We can’t take your booking:',
    'We can’t take your booking:',
    'We couldn’t take your booking:',
  ],
  [
    'completed',
    anEvent({ kind: 'completed' }),
    'Done. Thank you',
    'Done. Thank you',
    'Done. Thank you',
  ],
])('a %s booking after %o reads before, on and after its day', (status, last, ...texts) => {
  const state = aCustomerBooking({ status, day: '2026-12-01', last });
  const read = ['2026-11-30', '2026-12-01', '2026-12-02'].map((today) => answerText(state, today));
  for (const [place, text] of texts.entries())
    expect(inOne(read[place]).startsWith(text), inOne(read[place])).toBe(true);
});

/** A title, and its text behind a stroke. */
const inOne = (answer: AnswerText | undefined) =>
  [answer?.title, answer?.text].filter(Boolean).join(' / ');

test.each([
  ['2026-12-02', 'We can’t make that time. Could we come on Thursday 3 December, 5PM-8PM?'],
  ['2026-12-03', 'The day that we offered has begun or passed'],
  ['2026-12-04', 'The day that we offered has begun or passed'],
])('an offer of 3 December reads on %s: %s', (today, title) => {
  const state = aCustomerBooking({ status: 'pending', day: '2026-12-01', last: offer });
  expect(answerText(state, today).title).toBe(title);
});

test.each<[CustomerBooking['status'], BookingEvent | null, string]>([
  ['confirmed', anEvent({ kind: 'repeated' }), `Confirmed for ${VISIT}`],
  ['confirmed', null, `Confirmed for ${VISIT}`],
  ['cancelled', { ...cancelled, actor: 'customer' }, `Skipped: ${VISIT}`],
  ['cancelled', cancelled, `Cancelled: ${VISIT}`],
])('a %s visit of a series after %o reads among the others: %s', (status, last, title) => {
  const state = aCustomerBooking({ status, day: '2026-12-01', last });
  expect(inOne(answerText(state, '2026-11-30', true))).toBe(title);
});

describe('regular visits', () => {
  const visits = [
    aSeriesVisit({ id: 'v1', status: 'cancelled', day: '2026-12-08' }),
    aSeriesVisit({ id: 'v2', day: '2026-12-15' }),
  ];
  const first = (series: Partial<CustomerSeries> = {}) =>
    aCustomerBooking({
      ...{ status: 'confirmed', day: '2026-12-01' },
      series: aSeries({ every: 1, visits, ...series }),
    });

  test.each([
    ['2026-11-30', first(), 'Every week, next on Tuesday 1 December'],
    ['2026-12-01', first(), 'Every week, next today'],
    ['2026-12-02', first({ every: 2 }), 'Every two weeks, next on Tuesday 15 December'],
    ['2026-12-02', first({ visits: [] }), 'Every week'],
    [
      '2026-12-02',
      first({ until: '2026-12-15' }),
      'Every week, next on Tuesday 15 December / Your regular visits end on Tuesday 15 December.',
    ],
    [
      '2026-12-16',
      first({ until: '2026-12-15' }),
      `Your regular visits have ended / To have them again, call us on ${COMPANY.phone}.`,
    ],
  ])('read on %s', (today, state, text) => {
    expect(inOne(seriesText(state, today) ?? undefined)).toBe(text);
  });

  test('that the office deleted name the next one that we won’t make', () => {
    expect(inOne(goneText(first(), null, '2026-12-02'))).toMatch(
      /^Our office deleted this booking \/ You had a visit every week, next on Tuesday 15 December\. We won’t come/,
    );
  });

  test('are told of in notifications until they end, on devices that asked and others', () => {
    for (const isNotified of [true, false])
      expect(notifyText(first(), isNotified, '2027-06-01')?.label).toBe(CHANGES);
    expect(notifyText(first({ until: '2026-12-15' }), true, '2026-12-16')).toBeNull();
  });

  test('a booking without them has no such text', () => {
    expect(seriesText(aCustomerBooking(), '2026-11-30')).toBeNull();
  });
});

test('a waiting question names its day, and a visit that is skipped its button', () => {
  expect(unsentTexts('asked', false).until(VISIT, true, 'Friday 4 December')).toBe(
    `You asked for Friday 4 December. Until we answer, we come on ${VISIT}.`,
  );
  expect(unsentTexts('asked', false).until(VISIT, false, 'Friday 4 December')).toBe(
    'You asked for Friday 4 December.',
  );
  expect(unsentTexts('cancelled', true).waits).toBe('Your “Skip this visit” is not with us yet');
  expect(refusedAnswerText('cancelled', 'changed', true, true)).toBe(
    'We could not take your “Skip this visit”: the visit changed before it reached us. It is shown here as it is now, and you can answer that.',
  );
});

test.each([
  ['changed', true, /shown here as it is now, and you can answer that\.$/],
  ['changed', false, /It stays as it is shown here\. To ask about it, call us on/],
  ['too-late', false, /the day has begun\. Please call us on/],
  ['gone', false, /we no longer have this booking\. To ask about it, call us on/],
  ['forbidden', false, /our server refused it\. To ask about it, call us on/],
] as const)('an answer refused as %s asks for another one: %s', (reason, canAnswer, text) => {
  const shown = refusedAnswerText('accepted', reason, canAnswer);
  expect(shown).toMatch(/^We could not take your “Accept”: /);
  expect(shown).toMatch(text);
  if (!canAnswer) expect(shown).not.toMatch(/answer (that|again)/);
});
test.each<[CustomerBooking | null, string | null, ...days: [string, string]]>([
  [
    aCustomerBooking({ status: 'confirmed', day: '2026-12-01' }),
    null,
    `Our office deleted this booking / It was confirmed for ${VISIT}. We won’t come unless you hear from us again. If you expect a visit, call`,
    `Our office deleted this booking / It was confirmed for ${VISIT}, and that day has passed. To ask about it, call`,
  ],
  [
    aCustomerBooking({ status: 'pending', day: '2026-12-01' }),
    null,
    `Our office deleted this request / You asked for ${VISIT}. We won’t come unless you hear from us again. If you expect a visit, call`,
    `Our office deleted this request / You asked for ${VISIT}, and that day has passed. To ask about it, call`,
  ],
  [
    aCustomerBooking({ status: 'pending', day: '2026-11-28', last: offer }),
    null,
    'Our office deleted this request / We had offered Thursday 3 December, 5PM-8PM, and that offer no longer holds. We won’t come unless you hear from us again. If you expect a visit, call',
    'Our office deleted this request / We had offered Thursday 3 December, 5PM-8PM, and that offer no longer holds. We won’t come unless you hear from us again. If you expect a visit, call',
  ],
  [
    aCustomerBooking({ status: 'cancelled', day: '2026-12-01', last: cancelled }),
    null,
    `Our office deleted this booking / It was cancelled before. We won’t come on ${VISIT}.`,
    'Our office deleted this booking / It was cancelled before.',
  ],
  [
    aCustomerBooking({ status: 'completed', day: '2026-11-01' }),
    null,
    'Our office deleted this booking / The work was done.',
    'Our office deleted this booking / The work was done.',
  ],
  [
    null,
    '2026-12-01',
    'Our office deleted this request / You asked for Tuesday 1 December. We won’t come unless you hear from us again. If you expect a visit, call',
    'Our office deleted this request / You asked for Tuesday 1 December, and that day has passed. To ask about it, call',
  ],
  [
    null,
    null,
    'We can’t find this request / Its link may be incomplete',
    'We can’t find this request / Its link may be incomplete',
  ],
])('a booking that was deleted as %o reads before and after its day', (former, day, ...texts) => {
  const read = ['2026-11-30', '2026-12-02'].map((today) => goneText(former, day, today));
  for (const [place, text] of texts.entries())
    expect(inOne(read[place]).startsWith(text), inOne(read[place])).toBe(true);
});

const ASK = 'Tell me when it’s confirmed';
const CHANGES = 'Tell me if anything changes';

test.each<[CustomerBooking['status'], BookingEvent | null, boolean, string, string | null]>([
  ['pending', null, false, '2026-12-01', ASK],
  ['pending', null, true, '2026-12-01', ASK],
  ['pending', null, true, '2026-12-02', null],
  ['pending', offer, false, '2026-12-03', ASK],
  ['pending', offer, false, '2026-12-04', null],
  ['confirmed', null, false, '2026-12-01', null],
  ['confirmed', null, true, '2026-12-01', CHANGES],
  ['confirmed', null, true, '2026-12-02', null],
  ['cancelled', null, true, '2026-11-30', null],
])(
  'a booking for 1 December that is %s after %o, notified: %s, offers on %s: %s',
  (status, last, isNotified, today, label) => {
    const state = aCustomerBooking({ status, day: '2026-12-01', last });
    expect(notifyText(state, isNotified, today)?.label ?? null).toBe(label);
  },
);

test('a status, a time and an interval that only a later release knows have texts', () => {
  const later = aCustomerBooking({
    day: '2026-12-01',
    status: 'on-hold' as CustomerBooking['status'],
    time_slot: 'night' as CustomerBooking['time_slot'],
  });
  expect(answerText(later, '2026-11-30')).toMatchObject({
    title: 'Your booking for Tuesday 1 December, night',
    text: expect.stringContaining(COMPANY.phone),
  });
  expect(goneText(later, null, '2026-11-30').text).toContain(
    'It was for Tuesday 1 December, night.',
  );
  const series = aSeries({ every: 3 as CustomerSeries['every'] });
  expect(seriesText({ ...later, series }, '2026-11-30')?.title).toContain('Every 3 weeks');
});

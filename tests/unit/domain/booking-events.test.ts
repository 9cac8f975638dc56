import { describe, expect, test } from 'vitest';
import {
  customerAnswers,
  isAnsweredAfter,
  isLater,
  officeAnswers,
  withAnswer,
  type AnswerableBooking,
  type BookingEvent,
  type SeriesVisit,
} from '../../../src/core/domain/booking-events.ts';
import type { BookingStatus } from '../../../src/core/domain/answers.ts';
import { officeAnswerSchema } from '../../../src/core/domain/office-answer.ts';
import { anEvent, aCustomerBooking, aSeries, aSeriesVisit } from '../support/booking-events.ts';

const TODAY = '2026-12-01';
const offer = anEvent({ kind: 'offered', day: '2026-12-05', time_slot: 'evening' });

test.each<[BookingStatus, string, string[]]>([
  ['pending', '2026-12-02', ['confirmed', 'offered', 'declined', 'cancelled', 'repeated']],
  ['confirmed', '2026-12-02', ['confirmed', 'offered', 'cancelled', 'repeated']],
  ['confirmed', '2026-12-01', ['confirmed', 'offered', 'cancelled', 'completed', 'repeated']],
  ['completed', '2026-12-01', ['reopened', 'repeated']],
  ['cancelled', '2026-12-02', ['reopened']],
])('the office answers a %s booking of %s with %j', (status, day, answers) => {
  expect(officeAnswers({ status, day }, TODAY)).toEqual(answers);
});

const repeated = anEvent({ kind: 'repeated', day: '2026-12-01', time_slot: 'morning', every: 2 });
const asked = anEvent({
  actor: 'customer',
  kind: 'asked',
  day: '2026-12-08',
  time_slot: 'evening',
});
const stopped = (day: string) => anEvent({ kind: 'stopped', day });

test.each<[string, AnswerableBooking, string[]]>([
  [
    'a running series',
    { status: 'cancelled', day: '2026-12-01', events: [repeated] },
    ['reopened', 'repeated', 'stopped'],
  ],
  [
    'a series that has ended',
    { status: 'completed', day: '2026-12-01', events: [repeated, stopped('2026-11-30')] },
    ['reopened', 'repeated'],
  ],
  [
    'a visit',
    { status: 'confirmed', day: '2026-12-02', series: 'first', events: [] },
    ['confirmed', 'offered', 'cancelled'],
  ],
  [
    'a customer who asks for another day',
    { status: 'confirmed', day: '2026-12-02', series: 'first', events: [asked] },
    ['confirmed', 'offered', 'cancelled', 'kept'],
  ],
])('the office answers %s with its own answers', (_, booking, answers) => {
  expect(officeAnswers(booking, TODAY)).toEqual(answers);
});

test.each<[BookingStatus, string, BookingEvent | null, string[]]>([
  ['pending', '2026-12-02', null, ['cancelled', 'asked']],
  ['pending', '2026-12-01', null, []],
  ['pending', '2026-12-01', offer, ['accepted', 'refused', 'cancelled', 'asked']],
  ['pending', '2026-12-02', { ...offer, day: TODAY }, ['cancelled', 'asked']],
  ['pending', '2026-12-02', { ...offer, kind: 'refused' }, ['cancelled', 'asked']],
  ['confirmed', '2026-12-02', null, ['cancelled', 'asked']],
  ['confirmed', '2026-12-02', offer, ['accepted', 'refused', 'cancelled', 'asked']],
  ['confirmed', '2026-12-01', offer, ['accepted', 'refused']],
  ['confirmed', '2026-12-01', null, []],
  ['completed', '2026-12-02', null, []],
  ['cancelled', '2026-12-02', offer, []],
])('the customer answers a %s booking of %s after %o with %j', (status, day, last, answers) => {
  expect(customerAnswers({ status, day, last }, TODAY)).toEqual(answers);
});

test('a state is older if one of its visits is, and a visit that is over decides nothing', () => {
  const visit = (id: string, sequence: number) => aSeriesVisit({ id, sequence });
  const withVisits = (...visits: SeriesVisit[]) =>
    aCustomerBooking({ series: aSeries({ visits }) });
  const stored = withVisits(visit('a', 1), visit('b', 2));
  expect(isLater(withVisits(visit('b', 2), visit('c', 1)), stored)).toBe(true);
  expect(isLater(withVisits(visit('a', 1), visit('b', 3)), stored)).toBe(true);
  expect(isLater(withVisits(visit('a', 1), visit('b', 1)), stored)).toBe(false);
  expect(isLater(null, stored)).toBe(true);
});

describe('a booking with a waiting answer', () => {
  const booking = { status: 'pending', day: '2026-12-02', time_slot: 'morning' } as const;

  test.each([
    ['office', 'confirmed', { status: 'confirmed', day: '2026-12-05', time_slot: 'evening' }],
    ['office', 'offered', booking],
    ['customer', 'accepted', { status: 'confirmed', day: '2026-12-05', time_slot: 'evening' }],
  ] as const)('of the %s that is %s has its status, day and slot', (actor, kind, after) => {
    expect(withAnswer(booking, actor, { ...offer, kind })).toEqual(after);
  });

  test('keeps its day without one in the answer', () => {
    const cancelled = { kind: 'cancelled', day: null, time_slot: null } as const;
    expect(withAnswer(booking, 'customer', cancelled)).toEqual({ ...booking, status: 'cancelled' });
  });
});

describe('the values of an answer', () => {
  const values = { kind: 'confirmed', day: '2026-12-05', time_slot: 'evening', message: ' Hi. ' };
  const isValid = (changes: object) =>
    officeAnswerSchema.safeParse({ ...values, ...changes }).success;

  test('are cleaned, and an empty text is none', () => {
    expect(officeAnswerSchema.parse(values)).toEqual({ ...values, message: 'Hi.' });
    expect(officeAnswerSchema.parse({ ...values, message: ' ' }).message).toBeNull();
  });

  test.each([
    [{ day: null }],
    [{ time_slot: null }],
    [{ day: '2100-01-01' }],
    [{ time_slot: 'night' }],
    [{ kind: 'declined' }],
    [{ kind: 'accepted' }],
    [{ message: 'x'.repeat(1001) }],
    [{ message: 'line\n'.repeat(61) + 'end' }],
  ])('are refused with %j', (changes) => {
    expect(isValid(changes)).toBe(false);
  });

  test('of an answer without a day have none', () => {
    expect(isValid({ kind: 'declined', day: null, time_slot: null })).toBe(true);
  });
});

test('an answer came after a revision, and the outcome of a mail is no answer', () => {
  expect(isAnsweredAfter({ events: [{ rev: 9 }, { rev: 12 }] }, 9)).toBe(true);
  expect(isAnsweredAfter({ events: [{ rev: 9 }] }, 12)).toBe(false);
  expect(isAnsweredAfter({ events: [] }, 0)).toBe(false);
});

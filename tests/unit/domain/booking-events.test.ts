import { describe, expect, test } from 'vitest';
import {
  customerAnswers,
  officeAnswers,
  withAnswer,
  type BookingEvent,
  type BookingStatus,
} from '../../../src/core/domain/booking-events.ts';
import { officeAnswerSchema } from '../../../src/core/domain/office-answer.ts';
import { anEvent } from '../support/booking-events.ts';

const TODAY = '2026-12-01';
const offer = anEvent({ kind: 'offered', day: '2026-12-05', time_slot: 'evening' });

test.each<[BookingStatus, string, string[]]>([
  ['pending', '2026-12-02', ['confirmed', 'offered', 'declined', 'cancelled']],
  ['confirmed', '2026-12-02', ['confirmed', 'cancelled']],
  ['confirmed', '2026-12-01', ['confirmed', 'cancelled', 'completed']],
  ['completed', '2026-12-01', ['reopened']],
  ['cancelled', '2026-12-02', ['reopened']],
])('the office answers a %s booking of %s with %j', (status, day, answers) => {
  expect(officeAnswers({ status, day }, TODAY)).toEqual(answers);
});

test.each<[BookingStatus, string, BookingEvent | null, string[]]>([
  ['pending', '2026-12-02', null, ['cancelled']],
  ['pending', '2026-12-01', null, []],
  ['pending', '2026-12-01', offer, ['accepted', 'refused', 'cancelled']],
  ['pending', '2026-12-02', { ...offer, day: TODAY }, ['cancelled']],
  ['pending', '2026-12-02', { ...offer, kind: 'refused', actor: 'customer' }, ['cancelled']],
  ['confirmed', '2026-12-02', null, ['cancelled']],
  ['completed', '2026-12-02', null, []],
  ['cancelled', '2026-12-02', offer, []],
])('the customer answers a %s booking of %s after %o with %j', (status, day, last, answers) => {
  expect(customerAnswers({ status, day, last }, TODAY)).toEqual(answers);
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

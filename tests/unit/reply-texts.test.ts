import { expect, test } from 'vitest';
import type { Submission } from '../../src/core/domain/submission.ts';
import { replyOnceReceived, replyText, soonText } from '../../src/site/forms/kind-texts.ts';

const FRIDAY_NOON = Date.UTC(2026, 10, 27, 12);
/** A number stays on one line. */
const PHONE = '07700\u00a0900456';
const SENDER = { phone: '07700 900456', email: 'isla@example.com' };

test.each([
  ['booking', `We’ll call you on ${PHONE} by Monday 30 November.`],
  ['contact', 'We’ll email an answer to isla@example.com by Monday 30 November.'],
  ['job_application', `We’ll read it, and call you on ${PHONE} or write to isla@example.com.`],
] as const)('the sender of a %s reads: %s', (kind, text) => {
  expect(replyText(kind, FRIDAY_NOON, { sender: SENDER })).toBe(text);
});

test.each([
  ['booking', `Once it has reached us, we’ll call you on ${PHONE} within one working day.`],
  [
    'contact',
    'Once it has reached us, we’ll email an answer to isla@example.com within one working day.',
  ],
  [
    'job_application',
    `Once it has reached us, we’ll read it, and call you on ${PHONE} or write to isla@example.com.`,
  ],
] as const)('the sender of a waiting %s reads: %s', (kind, text) => {
  expect(replyOnceReceived({ kind, values: SENDER } as Submission)).toBe(text);
});

test.each([
  ['booking', 'We’ll call you by Monday 30 November.'],
  ['contact', 'We’ll email you an answer by Monday 30 November.'],
  ['job_application', 'We’ll read it, and call or email you.'],
] as const)('without the sender’s details, a %s reads: %s', (kind, text) => {
  expect(replyText(kind, FRIDAY_NOON)).toBe(text);
});

test.each([
  ['2026-11-28', true],
  ['2026-11-30', true],
  ['2026-12-01', false],
])('a booking of Friday for %s: the advice to call is %s', (day, isAdvised) => {
  expect(soonText(FRIDAY_NOON, day) !== null).toBe(isAdvised);
});

test('an applicant is not told of a missed day', () => {
  const today = '2026-12-04';
  expect(replyText('booking', FRIDAY_NOON, { today })).toMatch(/^We meant to reply by/);
  expect(replyText('job_application', FRIDAY_NOON, { today })).toMatch(/^We’ll read it/);
});

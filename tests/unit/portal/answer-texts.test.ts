import { expect, test } from 'vitest';
import { OFFICE_ANSWERS } from '../../../src/core/domain/booking-events.ts';
import type { AnswerRefusal } from '../../../src/core/domain/reasons.ts';
import { customerText, refusalText } from '../../../src/portal/answer/answer-texts.ts';
import { jobText, messageText, quotedRequest } from '../../../src/portal/bookings/booking-texts.ts';

const COMPANY = { name: 'Whitecart Cleaning', phone: '0141 496 0000' };
const BOOKING = {
  id: '0b9e7c1a-0000-4000-8000-000000000001',
  name: 'Ann Baker',
  phone: '0141 496 0123',
  email: 'ann@example.com',
  address: '4 Abbey Close\nPaisley',
  service_type: 'deep',
  service: null,
  size: null,
  frequency: null,
  preferred_date: '2026-12-01',
  preferred_time: 'morning',
  notes: 'Ring twice',
  status: 'pending',
  created_at: '2026-11-20T12:00:00+00:00',
  rev: 5,
  events: [],
};

test.each([
  ['confirmed', '2026-12-01', "Hello, this is X, we're on our way."],
  ['confirmed', '2026-11-30', 'Hello, this is X, about your booking on Tuesday 1 December.'],
  ['pending', '2026-12-01', 'Hello, this is X, about your booking on Tuesday 1 December.'],
  ['completed', '2026-12-01', 'Hello, this is X, about your booking on Tuesday 1 December.'],
  ['cancelled', '2026-12-01', undefined],
])('a message about a booking that is %s, on %s: %s', (status, today, begins) => {
  const text = messageText({ ...BOOKING, status }, 'X', today);
  if (begins === undefined) expect(text).toBeUndefined();
  else expect(text?.startsWith(`${begins} Ref `)).toBe(true);
});

const VISIT = { day: '2026-12-02', slot: 'evening' };

test.each([
  ['confirmed', 'pending', /is confirmed for Tuesday 1 December, 8AM-12PM\./],
  ['confirmed', 'confirmed', /moved your booking \S+ to Wednesday 2 December, 5PM-8PM\./],
  ['offered', 'pending', /Could we come on Wednesday 2 December, 5PM-8PM instead\?/],
  ['declined', 'pending', /can’t take your booking \S+ for Tuesday 1 December/],
  ['cancelled', 'confirmed', /have to cancel your booking \S+ for Tuesday 1 December/],
  ['completed', 'confirmed', /your booking \S+ for Tuesday 1 December, 8AM-12PM is done/],
] as const)(
  'the customer of a booking that is %s reads, while it is %s: %s',
  (kind, status, words) => {
    const text = customerText({ ...BOOKING, status }, { kind, ...VISIT }, COMPANY);
    expect(text).toMatch(words);
    expect(text).toMatch(/^Hello Ann Baker,\n\n[\s\S]*0141 496 0000[\s\S]*\n\nWhitecart Cleaning$/);
  },
);

test('each answer has a text but the one that no customer is told', () => {
  const without = OFFICE_ANSWERS.filter(
    (kind) => customerText(BOOKING, { kind, ...VISIT }, COMPANY) === null,
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

test('an email quotes the request line by line', () => {
  expect(quotedRequest(BOOKING).split('\n')).toEqual([
    '> Deep Cleaning, Tuesday 1 December 2026, 8AM-12PM',
    '> 4 Abbey Close',
    '> Paisley',
    '> Ring twice',
  ]);
});

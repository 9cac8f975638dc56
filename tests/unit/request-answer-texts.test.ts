import { expect, test } from 'vitest';
import type { BookingEvent, RequestState } from '../../src/core/domain/booking-events.ts';
import { answerText } from '../../src/site/requests/answer-texts.ts';

const event = (changes: Partial<BookingEvent>): BookingEvent => ({
  id: 'a1',
  actor: 'office',
  kind: 'confirmed',
  created_at: '2026-11-20T12:00:00Z',
  day: null,
  time_slot: null,
  message: null,
  ...changes,
});
const offer = event({ kind: 'offered', day: '2026-12-03', time_slot: 'evening' });

test.each<[RequestState['status'], BookingEvent | null, string]>([
  ['pending', null, 'Requested for Tuesday 1 December, 8AM-12PM'],
  ['pending', offer, 'We can’t make that day. Could we come on Thursday 3 December, 5PM-8PM?'],
  ['pending', { ...offer, day: '2026-11-27' }, 'The day that we offered has begun'],
  [
    'pending',
    event({ actor: 'customer', kind: 'refused' }),
    'Requested for Tuesday 1 December, 8AM-12PM',
  ],
  ['confirmed', event({}), 'Confirmed for Tuesday 1 December, 8AM-12PM'],
  ['cancelled', event({ kind: 'declined' }), 'We can’t take this job'],
  ['cancelled', event({ kind: 'declined', message: 'Too far' }), 'We can’t take this job:'],
  ['cancelled', event({ kind: 'cancelled' }), 'Cancelled'],
  ['cancelled', event({ kind: 'cancelled', actor: 'customer' }), 'Cancelled'],
  ['completed', event({ kind: 'completed' }), 'Done. Thank you'],
])('a %s booking after %o reads: %s', (status, last, title) => {
  const state: RequestState = {
    id: 'b1',
    status,
    day: '2026-12-01',
    time_slot: 'morning',
    sequence: 1,
    updated_at: '2026-11-20T12:00:00Z',
    last,
  };
  expect(answerText(state, '2026-11-27').title).toBe(title);
});

test('a request that the server does not know is not found', () => {
  expect(answerText(null, '2026-11-27').title).toBe('We can’t find this request');
});

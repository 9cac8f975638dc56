import { expect, test } from 'vitest';
import type { BookingEvent, CustomerBooking } from '../../src/core/domain/booking-events.ts';
import { answerText } from '../../src/site/requests/answer-texts.ts';
import { anEvent, aCustomerBooking } from './support/booking-events.ts';

const offer = anEvent({ kind: 'offered', day: '2026-12-03', time_slot: 'evening' });

test.each<[CustomerBooking['status'], BookingEvent | null, string]>([
  ['pending', null, 'Requested for Tuesday 1 December, 8AM-12PM'],
  ['pending', offer, 'We can’t make that time. Could we come on Thursday 3 December, 5PM-8PM?'],
  ['pending', { ...offer, day: '2026-11-27' }, 'The day that we offered has begun or passed'],
  [
    'pending',
    anEvent({ actor: 'customer', kind: 'refused' }),
    'Requested for Tuesday 1 December, 8AM-12PM',
  ],
  ['confirmed', anEvent({}), 'Confirmed for Tuesday 1 December, 8AM-12PM'],
  ['cancelled', anEvent({ kind: 'declined' }), 'We can’t take your booking'],
  ['cancelled', anEvent({ kind: 'declined', message: 'Too far' }), 'We can’t take your booking:'],
  ['cancelled', anEvent({ kind: 'cancelled' }), 'Cancelled'],
  ['cancelled', anEvent({ kind: 'cancelled', actor: 'customer' }), 'Cancelled'],
  ['completed', anEvent({ kind: 'completed' }), 'Done. Thank you'],
])('a %s booking after %o reads: %s', (status, last, title) => {
  const state = aCustomerBooking({ status, day: '2026-12-01', last });
  expect(answerText(state, '2026-11-27').title).toBe(title);
});

test('a request that the server does not know is not found', () => {
  expect(answerText(null, '2026-11-27').title).toBe('We can’t find this request');
});

import { expect, test } from 'vitest';
import type { Booking } from '../../../src/core/domain/booking.ts';
import { describeCreation } from '../../../src/portal/create/describe-creation.ts';
import { BOOKING } from '../../support/values.ts';

test('a booking that waits is described by its job, its day in words and its time', () => {
  const values: Booking = {
    ...BOOKING,
    name: 'Isla Kerr',
    service_type: 'deep',
    size: '2-bedrooms',
    preferred_date: '2026-12-01',
    preferred_time: 'morning',
  };
  expect(describeCreation({ entity: 'bookings', values })).toEqual({
    title: 'Isla Kerr',
    detail: 'Deep Cleaning, 2 bedrooms, Tuesday, December 01, 2026, 8AM-12PM',
  });
});

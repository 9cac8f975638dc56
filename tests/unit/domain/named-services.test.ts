import { expect, test } from 'vitest';
import { bookingSchema } from '../../../src/core/domain/booking.ts';
import { linkedChoice, serviceNames } from '../../../src/core/domain/named-services.ts';
import { BOOKING } from '../../support/values.ts';

test.each([
  ['event', 'event', 'specialized'],
  ['office', 'office', 'commercial'],
  ['deep', 'deep', 'deep'],
  ['residential', '', 'residential'],
  ['specialized', '', 'specialized'],
])('a link to %s chooses the service “%s” and the type %s', (link, service, type) => {
  expect(linkedChoice(link)).toEqual({ service_type: type, service });
});

test.each(['', 'toString', '__proto__', 'windows'])('a link to “%s” chooses nothing', (link) => {
  expect(linkedChoice(link)).toBeNull();
});

test('each type has its services, and none before one is chosen', () => {
  expect(serviceNames('commercial')).toEqual({
    office: 'Office Cleaning',
    retail: 'Retail Space Cleaning',
    facility: 'Facility Maintenance',
  });
  expect(serviceNames('')).toEqual({});
  expect(Object.keys(serviceNames())).toHaveLength(9);
});

test('a booking keeps its optional choices, and empty ones become null', () => {
  const chosen = {
    service_type: 'specialized',
    service: 'event',
    size: '3-hours',
    frequency: 'weekly',
  };
  expect(bookingSchema.parse({ ...BOOKING, ...chosen })).toEqual({ ...BOOKING, ...chosen });
  const none = { service: '', size: undefined, frequency: null };
  expect(bookingSchema.parse({ ...BOOKING, ...none })).toEqual(BOOKING);
});

test.each([
  ['residential', 'event', null],
  ['commercial', 'event', null],
  ['specialized', 'event', 'event'],
  ['residential', 'regular', 'regular'],
  ['deep', '', null],
])('a booking of the type %s with the service “%s” has the service %s', (type, service, stored) => {
  const booking = { ...BOOKING, service_type: type, service };
  expect(bookingSchema.parse(booking).service).toBe(stored);
});

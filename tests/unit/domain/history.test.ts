import { describe, expect, test } from 'vitest';
import { customerKeys, historyOf, indexCustomers } from '../../../src/core/domain/history.ts';

const ROWS = [
  { id: 'first', phone: '+44 7700 900123', email: 'Ann@Example.com' },
  { id: 'same number', phone: '07700 900123', email: 'other@example.com' },
  { id: 'same address', phone: '0141 496 0123', email: 'ann@example.com' },
  { id: 'a stranger', phone: '0141 496 0999', email: 'joann@example.com' },
];

test('a customer’s rows are found by an equal number, however it is written, and by an equal address', () => {
  const index = indexCustomers(ROWS);
  const { phone, email } = customerKeys({ phone: '07700900123', email: 'ANN@example.com' });
  expect(index.get(phone)?.map(({ id }) => id)).toEqual(['first', 'same number']);
  expect(index.get(email)?.map(({ id }) => id)).toEqual(['first', 'same address']);
});

test('a message, which has no number, is found by its address alone', () => {
  const index = indexCustomers([{ email: 'ann@example.com' }]);
  expect([...index.keys()]).toEqual(['ann@example.com']);
});

describe('the history of a booking’s customer', () => {
  const bookingOf = (id: string, created_at: string, phone: string, email: string) => ({
    id,
    created_at,
    phone,
    email,
  });
  const FIRST = bookingOf('1', '2026-01-01T09:00:00+00:00', '+44 7700 900123', 'ann@example.com');
  const SECOND = bookingOf('2', '2026-02-01T09:00:00+00:00', '07700 900123', 'a.muir@example.com');
  const THIRD = bookingOf('3', '2026-03-01T09:00:00+00:00', '07700900123', 'Ann@Example.com');
  const OTHER = bookingOf('4', '2026-01-02T09:00:00+00:00', '0141 496 0999', 'zoe@example.com');
  const bookings = indexCustomers([THIRD, SECOND, OTHER, FIRST]);
  const messages = indexCustomers([{ email: 'ANN@example.com' }, { email: 'joann@example.com' }]);
  const NONE = new Map();

  test('counts the bookings before it by the key that finds more of them, and the messages', () => {
    expect(historyOf(THIRD, bookings, messages)).toEqual({
      earlier: 2,
      query: THIRD.phone,
      messages: 1,
    });
    expect(historyOf({ ...THIRD, phone: 'none' }, bookings, NONE)).toEqual({
      earlier: 1,
      query: THIRD.email,
      messages: 0,
    });
  });

  test('counts neither the booking itself nor later ones', () => {
    expect(historyOf(FIRST, bookings, messages)).toEqual({
      earlier: 0,
      query: FIRST.email,
      messages: 1,
    });
  });

  test('is null without an earlier booking and a message', () => {
    expect(historyOf(OTHER, bookings, messages)).toBeNull();
    expect(historyOf(FIRST, bookings, NONE)).toBeNull();
  });
});

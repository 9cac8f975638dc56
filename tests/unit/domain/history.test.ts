import { describe, expect, test } from 'vitest';
import { historyOf, indexCustomers, isSameName } from '../../../src/core/domain/history.ts';

let count = 0;
/** A booking of each later month. */
const booked = (name: string, phone: string, email: string) => ({
  id: `booking-${count + 1}`,
  series: null as string | null,
  name,
  phone,
  email,
  created_at: `2026-${String(++count).padStart(2, '0')}-01T09:00:00+00:00`,
});
const NONE = new Map();
const NO_ROWS = { same: 0, other: 0 };

const FIRST = booked('Ann Muir', '+44 7700 900123', 'ann@example.com');
const SECOND = booked('A. Muir', '07700 900123', 'a.muir@example.com');
const THIRD = booked('Ann Muir', '07700900123', 'Ann@Example.com');
const OTHER = booked('Zoë', '0141 496 0999', 'zoe@example.com');

describe('the history of a booking’s customer', () => {
  const bookings = indexCustomers([THIRD, SECOND, OTHER, FIRST]);
  const messages = indexCustomers([
    { name: 'Ann', email: 'ANN@example.com' },
    { name: 'Jo Ann', email: 'joann@example.com' },
  ]);

  test('counts the bookings before it by the key that finds more of them, and the messages', () => {
    expect(historyOf(THIRD, bookings, messages)).toEqual({
      bookings: { same: 2, other: 0 },
      by: 'number',
      query: THIRD.phone,
      messages: { same: 1, other: 0 },
      mailbox: 'ann@example.com',
    });
    expect(historyOf({ ...THIRD, phone: 'none' }, bookings, NONE)).toMatchObject({
      bookings: { same: 1, other: 0 },
      by: 'email',
      query: 'ann@example.com',
      messages: NO_ROWS,
    });
  });

  test('counts neither the booking itself nor later ones', () => {
    expect(historyOf(FIRST, bookings, messages)).toMatchObject({
      bookings: NO_ROWS,
      messages: { same: 1, other: 0 },
    });
  });

  test('of a visit leaves out the booking that began its series', () => {
    expect(historyOf({ ...THIRD, series: FIRST.id }, bookings, NONE)?.bookings.same).toBe(1);
  });

  test('is null without an earlier booking and a message', () => {
    expect(historyOf(OTHER, bookings, messages)).toBeNull();
    expect(historyOf(FIRST, bookings, NONE)).toBeNull();
  });
});

test('tenants of one agent, with its number and address, are not each other', () => {
  const agent = ['0141 496 0200', 'lettings@example.com'] as const;
  const [bilal, chen, dana, again] = [
    booked('Bilal Khan', ...agent),
    booked('Chen Wei', ...agent),
    booked('Dana Reid', ...agent),
    booked('Dana Reid', ...agent),
  ];
  const bookings = indexCustomers([bilal, chen, dana, again]);
  const messages = indexCustomers([{ name: 'Priya, Lettings', email: agent[1] }]);
  expect(historyOf(dana, bookings, messages)).toMatchObject({
    bookings: { same: 0, other: 2 },
    messages: { same: 0, other: 1 },
  });
  expect(historyOf(again, bookings, NONE)).toMatchObject({ bookings: { same: 1, other: 2 } });
});

test.each([
  ['ann+cleaning@example.com', '0141 496 0201', 'ann@example.com', '0141 496 0202'],
  ['a.n.n+x@googlemail.com', '0141 496 0203', 'ann@gmail.com', '0141 496 0204'],
  ['one@example.com', '0141 496 0205 ext 12', 'two@example.com', '+44 (0)141 496 0205'],
  ['one@example.com', '0141 496 0206 x2', 'two@example.com', '0141-496-0206 #7'],
])('%s, %s is joined with %s, %s', (email, phone, otherEmail, otherPhone) => {
  const before = booked('Ann Muir', phone, email);
  const after = booked('Ann Muir', otherPhone, otherEmail);
  expect(historyOf(after, indexCustomers([before, after]), NONE)).toMatchObject({
    bookings: { same: 1, other: 0 },
  });
});

test('bookings without an address are not joined by it', () => {
  const first = booked('Ann Muir', '0141 496 0207', '');
  const second = booked('Ann Muir', '0141 496 0208', '');
  expect(historyOf(second, indexCustomers([first, second]), NONE)).toBeNull();
});

test.each([
  ['Ann Muir', 'ann  MUIR', true],
  ['Mrs Muir', 'Ann Muir', true],
  ['A. Muir', 'Ann Muir', true],
  ['Muir, Ann', 'Ann Muir', true],
  ['Zoë O’Neil', "Zoe O'Neil", true],
  ['Ann', 'Ann Muir', true],
  ['Tom Muir', 'Ann Muir', false],
  ['Bilal Khan', 'Chen Wei', false],
  ['Mr', 'Mrs', false],
  ['Flat 1', 'Flat 12', false],
])('%s and %s are one name: %s', (one, other, expected) => {
  expect([isSameName(one, other), isSameName(other, one)]).toEqual([expected, expected]);
});

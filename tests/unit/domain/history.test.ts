import { expect, test } from 'vitest';
import { customerKeys, indexCustomers } from '../../../src/core/domain/history.ts';

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

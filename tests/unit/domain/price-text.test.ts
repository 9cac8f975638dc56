import { expect, test } from 'vitest';
import {
  agreedPriceText,
  parsePounds,
  poundsText,
  typedPounds,
} from '../../../src/core/domain/price-text.ts';

test.each([
  ['66', 6600],
  ['66.50', 6650],
  ['66.5', 6650],
  [' £ 66.05 ', 6605],
  ['1,066', 106_600],
  ['100000', 10_000_000],
  ['', null],
  [' ', null],
  ['66,50', NaN],
  ['66.505', NaN],
  ['.50', NaN],
  ['-5', NaN],
  ['sixty', NaN],
])('%j is %d pence', (typed, pence) => {
  expect(parsePounds(typed)).toBe(pence);
});

test.each([
  [6600, '£66'],
  [6650, '£66.50'],
  [5, '£0.05'],
  [106_600, '£1,066'],
  [10_000_000, '£100,000'],
])('%d pence is %s, and its field reads the same amount again', (pence, text) => {
  expect(poundsText(pence)).toBe(text);
  expect(parsePounds(typedPounds(pence))).toBe(pence);
});

test('an agreed price names its unit, and none is no text', () => {
  expect(agreedPriceText({ price_pence: null, price_per: null })).toBeNull();
  expect(agreedPriceText({})).toBeNull();
  expect(agreedPriceText({ price_pence: 6600, price_per: 'visit' })).toBe('£66 a visit');
  expect(agreedPriceText({ price_pence: 2250, price_per: 'hour' })).toBe('£22.50 an hour');
});

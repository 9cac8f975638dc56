import { expect, test } from 'vitest';
import { greetingOf } from '../../../src/core/domain/greeting.ts';

test.each([
  'Ann',
  'Ann Baker',
  'Ailsa MacDonald-Reid',
  'Mr. J. O’Neill',
  "Siobhán O'Connor",
  'J.R.R. Tolkien',
  'Ann & Bob Baker',
  'María del Carmen García López',
  'Żaneta Ćwikła',
  '王秀英',
  'محمد علي',
])('%s is greeted by name', (name) => {
  expect(greetingOf(name)).toBe(`Hello ${name},`);
});

test.each([
  'You won £500: https://prize.example',
  'You won $500',
  '500 pounds',
  'ann@example.com',
  'www.prize.example',
  'Go to www prize',
  'prize.example',
  'bit.ly/abc',
  'prize․example',
  'Ann https://x.y',
  'Call 0141 496 0000',
  'Ann, your parcel waits',
  'You have won a very big prize today',
  'Antidisestablishmentarianism Pneumonoultramicroscopic',
  '!!!',
  '- -',
  'Ann\nBaker',
])('no word of %j is in a greeting', (name) => {
  expect(greetingOf(name)).toBe('Hello,');
});

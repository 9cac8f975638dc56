import { expect, test } from 'vitest';
import {
  testimonialFormSchema,
  type TestimonialTexts,
} from '../../../src/core/domain/testimonial.ts';

const typed = (changes: Partial<TestimonialTexts> = {}) =>
  testimonialFormSchema.safeParse({
    name: 'Morag Reid',
    role: 'Homeowner',
    rating: '5',
    quote: 'They left the house spotless.',
    ...changes,
  });

const problems = (changes: Partial<TestimonialTexts>) =>
  typed(changes).error?.issues.map(({ path, message }) => [path[0], message]);

test('a testimonial is parsed from typed texts, trimmed, with a number for its rating', () => {
  expect(typed({ name: ' Morag Reid ', rating: ' 4 ' }).data).toEqual({
    name: 'Morag Reid',
    role: 'Homeowner',
    rating: 4,
    quote: 'They left the house spotless.',
  });
});

test.each(['', '   '])('an empty role (%j) is none', (role) => {
  expect(typed({ role }).data?.role).toBeNull();
});

test.each(['', '0', '6', '4.5', 'five'])('a rating of %j is out of range', (rating) => {
  expect(problems({ rating })).toEqual([['rating', 'Rating must be between 1 and 5']]);
});

test('a name and a quote of spaces are missing', () => {
  expect(problems({ name: ' ', quote: '   ' })).toEqual([
    ['name', 'Name and quote are required'],
    ['quote', 'Name and quote are required'],
  ]);
});

test.each([
  ['19 characters', 'x'.repeat(19), false],
  ['20 characters', 'x'.repeat(20), true],
  ['400 characters', 'x'.repeat(400), true],
  ['401 characters', 'x'.repeat(401), false],
  ['400 characters beyond the basic plane', '🧽'.repeat(400), true],
])('a quote of %s: its length counts as a person counts it', (_name, quote, isRight) => {
  expect(problems({ quote })).toEqual(
    isRight ? undefined : [['quote', 'Quote must be between 20 and 400 characters']],
  );
});

import { expect, test } from 'vitest';
import { bookingSchema } from '../../../src/core/domain/booking.ts';
import { jobPostingSchema, parseRequirements } from '../../../src/core/domain/job-posting.ts';
import { testimonialFormSchema } from '../../../src/core/domain/testimonial.ts';
import { booking } from '../support/outbox.ts';

const cleaned = (field: 'name' | 'phone' | 'email' | 'notes', value: string) =>
  bookingSchema.parse({ ...booking.values, [field]: value })[field];

const FAMILY = '\u{1F469}\u200D\u{1F467}';

test.each([
  ['Ann\nCarter', 'Ann Carter'],
  ['Ann\r\nCarter', 'Ann Carter'],
  ['Ann\tCarter', 'Ann Carter'],
  ['Ann\u000bCarter', 'Ann Carter'],
  ['Ann\u2028Carter', 'Ann Carter'],
  ['Ann\u0085Carter', 'Ann Carter'],
  ['Ann\u0000\u0007\u007f\u009f Carter', 'Ann Carter'],
  ['\u202eAnn\u202c \u2066Carter\u2069', 'Ann Carter'],
  ['A\u00adn\u200bn\u2060 \ufeffCarter', 'Ann Carter'],
  ['Ann\ud83e Carter', 'Ann Carter'],
  ['\u200d \u200cAnn\u200c Car\u200dter\u200d', 'Ann Carter'],
])('a name pasted as %j is %j', (pasted, name) => {
  expect(cleaned('name', pasted)).toBe(name);
});

test.each([
  ['a Persian name keeps its non-joiner', 'علی\u200cرضا'],
  ['a Sinhala name keeps its joiner', 'ශ්\u200dරී'],
  ['a Malayalam name keeps the joiner at its end', 'മോഹന്\u200d'],
  ['an emoji of several keeps its joiner', `Ann ${FAMILY}`],
  ['a Hebrew name keeps its direction mark', 'דנה\u200f (12)'],
])('%s', (_, name) => {
  expect(cleaned('name', name)).toBe(name);
});

test.each([
  ['Ada Lovelace <ada@example.com>', 'ada@example.com'],
  ['"Lovelace, Ada" <ada@example.com>,', 'ada@example.com'],
  ['<ada@example.com>', 'ada@example.com'],
  ['mailto:ada@example.com', 'ada@example.com'],
  ['<MAILTO:ada@example.com?subject=Hello>', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['ada@example.com, ', 'ada@example.com'],
  ['ada@example.com;', 'ada@example.com'],
  ['(ada@example.com)', 'ada@example.com'],
  ['"ada@example.com"', 'ada@example.com'],
  ['“ada@example.com”.', 'ada@example.com'],
  ["o'neil+tag@example.com", "o'neil+tag@example.com"],
])('an email address pasted as %j is %j', (pasted, email) => {
  expect(cleaned('email', pasted)).toBe(email);
});

test.each([
  ['\u202a+44 141 496 0000\u202c', '+44 141 496 0000'],
  ['\u200e0141\u200d496\u00ad0000\u200f', '01414960000'],
  ['0141\t496\u20280000', '0141 496 0000'],
])('a phone number pasted as %j is %j', (pasted, phone) => {
  expect(cleaned('phone', pasted)).toBe(phone);
});

test.each([
  ['٠١٤١ ٤٩٦ ٠١٢٣', '0141 496 0123'],
  ['۰۱۴۱ ۴۹۶ ۰۱۲۳', '0141 496 0123'],
  ['＋４４ ７７００ ９００１２３', '+44 7700 900123'],
  ['\u2066+٤٤ 7700 900123\u2069', '+44 7700 900123'],
  ['o7700 9oO123', '07700 900123'],
  ['O77OO 900123', '07700 900123'],
  ['٠٧٧oo 900123', '07700 900123'],
  ['07700 90012o', '07700 900120'],
  ['07700 900123 or 4', '07700 900123 or 4'],
  ['(o141) 49O-ooo1', '(0141) 490-0001'],
])('a phone number typed as %j is %j', (typed, phone) => {
  expect(cleaned('phone', typed)).toBe(phone);
});

test.each([
  ['name', 'Flat ٣ O2'],
  ['notes', '٠٧٧٠٠ o2'],
  ['email', 'o2@example.com'],
] as const)('digits and letters of the %s stay', (field, typed) => {
  expect(cleaned(field, typed)).toBe(typed);
});

test.each(['\u3164\u3164', '\u2800', '\u034f\ufe0f', '\u{e0041}\u{e0042}'])(
  'notes of %j, which nobody can see, are none',
  (typed) => expect(cleaned('notes', typed)).toBeNull(),
);

test('a letter keeps six of its marks', () => {
  expect(cleaned('name', `A\u0301${'\u0302\u0323'.repeat(20)}da`)).toBe(
    'A\u0301\u0302\u0323\u0302\u0323\u0302da',
  );
});

test('an email address loses every format mark', () => {
  expect(cleaned('email', '\u200eann\u200d@exam\u00adple.com\ufeff')).toBe('ann@example.com');
});

test('a text of several lines breaks wherever it was broken, and keeps its tabs and emoji', () => {
  const pasted = `One\u000bTwo\fThree\u2028Four\u2029Five\u0085Six\r\nSeven\rEight\n\n${FAMILY}\tEnd`;
  expect(cleaned('notes', pasted)).toBe(
    `One\nTwo\nThree\nFour\nFive\nSix\nSeven\nEight\n\n${FAMILY}\tEnd`,
  );
});

test('a text of several lines loses unreadable characters and nothing else', () => {
  expect(cleaned('notes', 'Ring\u0002 \u202etwice\u202c, שלום\u200f (12)\ud800')).toBe(
    'Ring twice, שלום\u200f (12)',
  );
});

test('requirements end at every kind of line break, and invisible ones are dropped', () => {
  expect(parseRequirements('Careful\u2028Punctual\u000b\u200b\r\n\u00ad\nKind')).toEqual([
    'Careful',
    'Punctual',
    'Kind',
  ]);
});

test('a posting of staff is cleaned as a booking is', () => {
  const posting = {
    title: 'Cleaner\u200b',
    type: 'Full\ttime',
    location: '\u2066Paisley\u2069',
    description: 'Offices.\u000bHomes.',
    requirements: ['Care\u00adful'],
  };
  expect(jobPostingSchema.parse(posting)).toEqual({
    title: 'Cleaner',
    type: 'Full time',
    location: 'Paisley',
    description: 'Offices.\nHomes.',
    requirements: ['Careful'],
  });
});

test('a testimonial without a visible role has none, and an invisible quote is missing', () => {
  const texts = { name: 'Ann', role: '\u200b', rating: '5', quote: 'Spotless, every single time.' };
  expect(testimonialFormSchema.parse(texts).role).toBeNull();
  expect(testimonialFormSchema.safeParse({ ...texts, quote: '\u202e' }).error?.issues).toEqual([
    expect.objectContaining({ message: 'Name and quote are required' }),
  ]);
});

test('a description or a quote of too many lines names the limit', () => {
  const lines = (count: number) => Array.from({ length: count }, () => 'x').join('\n');
  const posting = { title: 'T', type: 'T', location: 'L', requirements: null };
  expect(
    jobPostingSchema.safeParse({ ...posting, description: lines(201) }).error?.issues[0]?.message,
  ).toBe('Description must be at most 200 lines');
  expect(jobPostingSchema.safeParse({ ...posting, description: lines(200) }).success).toBe(true);
  const testimonial = { name: 'Ann', role: '', rating: '5' };
  expect(
    testimonialFormSchema.safeParse({ ...testimonial, quote: lines(21) }).error?.issues[0]?.message,
  ).toBe('Quote must be at most 20 lines');
});

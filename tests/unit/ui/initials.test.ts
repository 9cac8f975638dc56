import { afterEach, describe, expect, test, vi } from 'vitest';
import { initialsOf } from '../../../src/ui/avatar.tsx';

afterEach(() => vi.unstubAllGlobals());

const NAMES = [
  ['Ann Carter', 'AC'],
  ['ann', 'A'],
  ['Ann Maria van Dyk', 'AD'],
  ['  Ann   Carter ', 'AC'],
  ['(Ann) "Carter"', 'AC'],
  ['Ann (Paisley)', 'AP'],
  ['🇬🇧 Ann Carter 🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'AC'],
  ['👩‍👧 Ann', 'A'],
  ['Ann - 👍🏽', 'A'],
  ['E\u0301lodie A\u030angström', 'ÉÅ'],
  ['Zoë Łukasz', 'ZŁ'],
  ['q\u0323\u0307 Carter', 'Q\u0323\u0307C'],
  ['3 Men', '3M'],
  ['محمد علی', 'مع'],
  ['\u1112\u1161\u11ab Kim', '한K'],
  ['𝒜nn 𠮷田', '𝒜𠮷'],
  ['🇬🇧 !', ''],
  ['', ''],
] as const;

test.each(NAMES)('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a letter of several parts is whole', () => {
  expect(initialsOf('श्री नगर')).toBe('श्रीन');
});

describe('without Intl.Segmenter', () => {
  test.each(NAMES)('the initials of %j are %j', (name, initials) => {
    vi.stubGlobal('Intl', {});
    expect(initialsOf(name)).toBe(initials);
  });
});

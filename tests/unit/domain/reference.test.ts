import { expect, test } from 'vitest';
import { referenceOf } from '../../../src/core/domain/reference.ts';
import { referenceOf as referenceInMails } from '../../../supabase/functions/_shared/domain/reference.ts';

test('a reference is eight characters that survive being read out', () => {
  for (let i = 0; i < 200; i++)
    expect(referenceOf(crypto.randomUUID())).toMatch(
      /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/,
    );
});

test('the same id gives the same reference, whatever its case', () => {
  expect(referenceOf('ffffffff-ff00-4000-8000-000000000000')).toBe('ZZZZ-ZZZZ');
  expect(referenceOf('FFFFFFFF-FF00-4000-8000-000000000000')).toBe('ZZZZ-ZZZZ');
  expect(referenceOf('00000000-0000-4000-8000-000000000000')).toBe('0000-0000');
});

test('the office’s mails say the same reference as the site', () => {
  for (const id of Array.from({ length: 200 }, () => crypto.randomUUID()))
    expect(referenceInMails(id)).toBe(referenceOf(id));
});

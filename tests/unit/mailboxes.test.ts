import { expect, test } from 'vitest';
import { readMailboxes } from '../../supabase/functions/_shared/mailboxes.ts';

test('a setting names one mailbox, or several with commas between', () => {
  expect(readMailboxes('office@example.com')).toEqual(['office@example.com']);
  expect(readMailboxes('office@example.com, owner@example.com')).toEqual([
    'office@example.com',
    'owner@example.com',
  ]);
});

test.each([
  '',
  'office',
  'office@localhost',
  'office@example.com;owner@example.com',
  'office@example.com owner@example.com',
  'office@example.com,',
  'Office <office@example.com>',
  'office@example.com, Office@example.com',
  'office@example.com\nbcc: x@example.com',
])('a setting of %j names none', (text) => {
  expect(readMailboxes(text)).toBeNull();
});

import { expect, test } from 'vitest';
import { checkPassword } from '../../../src/portal/password/check-password.ts';

test.each([
  ['', 'secret', 'Please fill in all fields'],
  ['secret', '', 'Please fill in all fields'],
  ['secret', 'secrets', 'New passwords do not match'],
  ['five5', 'five5', 'Password must be at least 6 characters'],
  ['sixsix', 'sixsix', null],
  ['x'.repeat(72), 'x'.repeat(72), null],
  [
    'x'.repeat(73),
    'x'.repeat(73),
    'Password must not be longer than 72 characters; accented letters and emoji count as several',
  ],
  ['é'.repeat(36), 'é'.repeat(36), null],
  [
    '🧹'.repeat(19),
    '🧹'.repeat(19),
    'Password must not be longer than 72 characters; accented letters and emoji count as several',
  ],
])('the new password “%s”, repeated as “%s”: %s', (password, repeated, problem) => {
  expect(checkPassword(password, repeated)?.message ?? null).toBe(problem);
});

import { expect, test } from 'vitest';
import { checkPassword } from '../../../src/portal/password/check-password.ts';

test.each([
  ['', 'secret', 'Please fill in all fields'],
  ['secret', '', 'Please fill in all fields'],
  ['secret', 'secrets', 'New passwords do not match'],
  ['five5', 'five5', 'Password must be at least 6 characters'],
  ['sixsix', 'sixsix', null],
])('the new password “%s”, repeated as “%s”: %s', (password, repeated, problem) => {
  expect(checkPassword(password, repeated)?.message ?? null).toBe(problem);
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OFFLINE } from '../unit/support/fake-backend.ts';
import { dropEmailLink, RECOVERY_PATH, takeEmailLink } from '../../src/runtime/auth/recovery.ts';
import { expectAccessibleInBothSchemes } from './support/accessibility.ts';
import { expectCount, toast } from './support/look.ts';
import { leavePage } from './support/open.tsx';
import { pause } from './support/pause.ts';
import { openPortal, openPortalSignedOut } from './support/portal.tsx';
import { server, SESSION } from './support/server.ts';

const dialog = page.getByRole('dialog', { name: 'Change Password' });
const fields = {
  password: dialog.getByLabelText('New Password', { exact: true }),
  repeated: dialog.getByLabelText('Confirm New Password'),
};
const update = dialog.getByRole('button', { name: /^Updat/ });

async function open(): Promise<void> {
  await openPortal();
  await page.getByRole('button', { name: 'Change Password' }).click();
}

async function enter(password: string, repeated = password): Promise<void> {
  await fields.password.fill(password);
  await fields.repeated.fill(repeated);
  await update.click();
}

test('a new password is asked for twice, and is long enough', async () => {
  const passwords: string[] = [];
  const { released, release } = pause();
  server.auth.changePassword = async (_, password) => {
    passwords.push(password);
    await released;
    return { outcome: 'read', value: SESSION.user };
  };
  await open();
  expect(dialog.element().querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(
    SESSION.user.email,
  );
  await expect
    .element(dialog)
    .toHaveTextContent(
      'At least 6 characters; we recommend 12 or more. At most 72 characters; accented letters and emoji count as several.',
    );
  await update.click();
  await expect.element(dialog).toHaveTextContent('Please fill in all fields');
  await enter('a-long-secret-2', 'a-long-secret-3');
  await expect.element(dialog).toHaveTextContent('New passwords do not match');
  await expect.element(fields.repeated).toHaveFocus();
  await enter('12345');
  await expect.element(dialog).toHaveTextContent('Password must be at least 6 characters');
  await expect.element(toast('Password must be at least 6 characters')).toBeVisible();

  await enter('a-long-secret-2');
  await expect.element(update).toHaveTextContent('Updating...');
  release();
  await expect.element(toast('Password updated successfully')).toBeVisible();
  await expectCount(dialog, 0);
  expect(passwords).toEqual(['a-long-secret-2']);
});

test('a message above the dialog is closed by its button, and the dialog stays', async () => {
  await open();
  await update.click();
  const said = page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: 'Please fill in all fields' });
  await said.getByRole('button', { name: 'Close toast' }).click();
  await expectCount(said, 0);
  await expect.element(dialog).toBeVisible();
});

/** Sends a password that the service answers so, and expects this text in the dialog. */
async function expectRefused(
  answer: Awaited<ReturnType<typeof server.auth.changePassword>>,
  text: string,
): Promise<void> {
  server.auth.changePassword = async () => answer;
  await open();
  await enter('a-long-secret-2');
  await expect.element(dialog).toHaveTextContent(text);
  await expect.element(fields.password).toHaveValue('a-long-secret-2');
}

test('a refusal by the service shows in its own words', async () => {
  const message = 'New password should be different from the old password.';
  await expectRefused({ outcome: 'rejected', code: 'same_password', message }, message);
  await expect.element(toast(message)).toBeVisible();
});

test('a sign-in of last week cannot change the password, and the dialog says what to do', async () => {
  const message = 'Password update requires reauthentication';
  const text = `${message}. Sign out and in again, then change the password.`;
  await expectRefused({ outcome: 'session-too-old', message }, text);
  await expect.element(toast(text)).toBeVisible();
});

test('without a connection the dialog says so after an attempt, and keeps the typed text', async () => {
  await expectRefused(OFFLINE, 'There is no connection. Please check yours and try again.');
});

test('the page for a new password passes the accessibility rules', async () => {
  leavePage();
  history.replaceState(null, '', '/admin/?token_hash=hash&type=recovery');
  takeEmailLink();
  await openPortalSignedOut(RECOVERY_PATH);
  await page.getByLabelText('New Password', { exact: true }).fill('12345');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect.element(page.getByRole('main').getByText(/^Please fill in/)).toBeVisible();
  await expectAccessibleInBothSchemes();
  dropEmailLink();
});

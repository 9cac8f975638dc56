import type { Page } from '@playwright/test';
import { answerWith, pauseAnswer } from '../support/faults.ts';
import { signIn } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import { createAdministrator, loginHeading, signOutButton } from '../support/staff.ts';
import { expect, pageTest, test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

const USER = 'PUT /auth/v1/user';
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change Password' });
const fields = (page: Page) => ({
  password: dialog(page).getByLabel('New Password', { exact: true }),
  repeated: dialog(page).getByLabel('Confirm New Password'),
});
const update = (page: Page) => dialog(page).getByRole('button', { name: /^Updat/ });

async function enter(page: Page, password: string, repeated = password): Promise<void> {
  await fields(page).password.fill(password);
  await fields(page).repeated.fill(repeated);
  await update(page).click();
}

pageTest(
  'a new password is asked for twice, is long enough, and opens the portal from then on',
  async ({ device, network, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.open('/admin/login');
    await signIn(page, person);
    await page.getByRole('button', { name: 'Change Password' }).click();

    await expect(dialog(page).locator('[autocomplete="username"]')).toHaveValue(person.email);
    await expect(dialog(page)).toContainText(
      'At least 6 characters; we recommend 12 or more. At most 72 characters; accented letters and emoji count as several.',
    );
    await update(page).click();
    await expect(dialog(page)).toContainText('Please fill in all fields');
    await enter(page, 'a-long-secret-2', 'a-long-secret-3');
    await expect(dialog(page)).toContainText('New passwords do not match');
    await expect(fields(page).repeated).toBeFocused();
    await enter(page, '12345');
    await expect(dialog(page)).toContainText('Password must be at least 6 characters');
    await expect(toast(page, 'Password must be at least 6 characters')).toBeVisible();

    const paused = pauseAnswer();
    network.answerInTurn(USER, [paused.answer]);
    await enter(page, 'a-long-secret-2');
    await expect(update(page)).toHaveText('Updating...');
    paused.release();
    await expect(toast(page, 'Password updated successfully')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);

    await signOutButton(page).click();
    await expect(loginHeading(page)).toBeVisible();
    await signIn(page, { ...person, password: 'a-long-secret-2' });
  },
);

pageTest(
  'a message above the dialog is closed by its button, and the dialog stays',
  async ({ device, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.open('/admin/login');
    await signIn(page, person);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await update(page).click();
    const said = page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('listitem')
      .filter({ hasText: 'Please fill in all fields' });

    await said.getByRole('button', { name: 'Close toast' }).click();

    await expect(said).toHaveCount(0);
    await expect(dialog(page)).toBeVisible();
  },
);

pageTest(
  'a refusal by the service shows in its own words',
  async ({ device, network, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.open('/admin/login');
    await signIn(page, person);
    await page.getByRole('button', { name: 'Change Password' }).click();
    const msg = 'New password should be different from the old password.';
    network.answerInTurn(USER, [answerWith(422, { code: 422, error_code: 'same_password', msg })]);
    await enter(page, person.password);
    await expect(toast(page, msg)).toBeVisible();
    await expect(dialog(page)).toContainText(msg);
  },
);

pageTest(
  'a sign-in of last week cannot change the password, and the dialog’s remedy works',
  async ({ device, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.open('/admin/login');
    await signIn(page, person);
    await backend.query(
      `update auth.sessions set created_at = now() - interval '7 days' where user_id = $1`,
      [person.id],
    );
    await page.getByRole('button', { name: 'Change Password' }).click();
    await enter(page, 'a-long-secret-2');
    const text =
      'Password update requires reauthentication. Sign out and in again, then change the password.';
    await expect(dialog(page)).toContainText(text);
    await expect(toast(page, text)).toBeVisible();

    await page.keyboard.press('Escape');
    await signOutButton(page).click();
    await signIn(page, person);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await enter(page, 'a-long-secret-2');
    await expect(toast(page, 'Password updated successfully')).toBeVisible();
  },
);

pageTest(
  'without a connection the dialog says so after an attempt, and keeps the typed text',
  async ({ device, backend }) => {
    const person = await createAdministrator(backend);
    const page = await device.open('/admin/login');
    await signIn(page, person);
    await device.goOffline();
    await page.getByRole('button', { name: 'Change Password' }).click();
    await enter(page, 'a-long-secret-2');
    await expect(dialog(page)).toContainText(
      'There is no connection. Please check yours and try again.',
    );
    await expect(fields(page).password).toHaveValue('a-long-secret-2');
  },
);

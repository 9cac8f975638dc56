import type { Page } from '@playwright/test';
import { codeAt } from '../support/totp.ts';
import { ADMIN } from '../backend/support/people.ts';
import { signInPage } from '../support/faults.ts';
import { openPortal, signIn } from '../support/portal.ts';
import { toast } from '../support/requests.ts';
import {
  createAdministrator,
  createUser,
  loginHeading,
  makeRecoveryLink,
  signOutButton,
  storedSession,
} from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'New password' });
const dashboard = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Dashboard Overview' });

async function enter(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm New Password').fill(password);
  await page.getByRole('button', { name: 'Update Password' }).click();
}

/** All places where the page could still read the link. */
const traces = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
  );

test('the link of a forgotten password leaves no trace, sets a new one and signs in', async ({
  device,
  backend,
  network,
}) => {
  const person = await createAdministrator(backend);
  const page = await device.open(await makeRecoveryLink(backend, person.email));
  await expect(heading(page)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/new-password$/);
  expect(await traces(page)).not.toMatch(/token|eyJ/);
  expect(await storedSession(page)).toBeNull();
  await expect(page.getByText(`For ${person.email}`)).toBeVisible();

  await enter(page, '12345');
  await expect(page.getByRole('main')).toContainText('Password must be at least 6 characters');
  network.answerInTurn('PUT /auth/v1/user', [signInPage]);
  await enter(page, 'a-long-secret-2');
  await expect(page.getByRole('main')).toContainText('This network is answering in place of');
  await enter(page, 'a-long-secret-2');
  await expect(toast(page, 'Password updated successfully')).toBeVisible();
  await expect(dashboard(page)).toBeFocused();

  await signOutButton(page).click();
  await signIn(page, { ...person, password: 'a-long-secret-2' });
});

test('an account with a second factor needs a code beside its new password', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend);
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  await backend.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $1, '', 'totp', 'verified', now(), now(), $2)`,
    [person.id, secret],
  );
  const page = await device.open(await makeRecoveryLink(backend, person.email));
  await enter(page, 'a-long-secret-2');
  const code = page.getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await expect(page.getByRole('main')).toContainText('This account has a second factor.');
  await code.fill('000000');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('main')).toContainText('The code is wrong, or was used before.');
  await code.fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(dashboard(page)).toBeFocused();
});

test('a link opened before says so, and the next step', async ({ device, backend }) => {
  const person = await createAdministrator(backend);
  const link = await makeRecoveryLink(backend, person.email);
  await (await device.open(link)).close();
  const page = await device.open(link);
  await expect(page.getByRole('alert')).toContainText('This link no longer works');
  await expect(page.getByRole('alert')).toContainText(
    'Ask the person who manages this website for a new link.',
  );
  await expect(page).toHaveURL(/\/admin\/new-password$/);
  await page.getByRole('link', { name: 'Go to the sign-in' }).click();
  await expect(loginHeading(page)).toBeFocused();
});

test('after a session ended while the form was open, the link is said to work no longer', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend);
  const page = await device.open(await makeRecoveryLink(backend, person.email));
  await expect(heading(page)).toBeVisible();
  await backend.query('delete from auth.sessions where user_id = $1', [person.id]);
  await enter(page, 'a-long-secret-2');
  await expect(page.getByRole('alert')).toContainText('This link no longer works');
  await expect(heading(page)).toBeFocused();
});

test('another signed-in person is asked to sign out first, and the link stays valid', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend);
  const page = await openPortal(device);
  await page.goto(await makeRecoveryLink(backend, person.email));
  await expect(page.getByRole('main')).toContainText(ADMIN.email);
  await expect(page.getByLabel('New Password', { exact: true })).toHaveCount(0);
  await signOutButton(page).click();
  await enter(page, 'a-long-secret-2');
  await expect(dashboard(page)).toBeVisible();
  expect((await storedSession(page))?.user.id).toBe(person.id);
});

test('a link that leads to the public site opens the portal', async ({ device, backend }) => {
  const person = await createAdministrator(backend);
  const link = new URL(await makeRecoveryLink(backend, person.email), backend.url);
  const hash = link.searchParams.get('token');
  const page = await device.open('/about');
  await page.goto(`/?token_hash=${hash}&type=recovery`);
  await expect(page).toHaveURL(/\/admin\/new-password$/);
  await enter(page, 'a-long-secret-2');
  await expect(dashboard(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('a person without the role has the new password, and reads why the portal stays closed', async ({
  device,
  backend,
}) => {
  const person = await createUser(backend);
  const page = await device.open(await makeRecoveryLink(backend, person.email));
  await enter(page, 'a-long-secret-2');
  await expect(page.getByRole('main')).toContainText(
    'Your new password is saved, but you are not signed in',
  );
  await expect(page.getByRole('main')).toContainText(
    'You do not have permission to access the admin portal.',
  );
  expect(await storedSession(page)).toBeNull();
});

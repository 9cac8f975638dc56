import type { Page } from '@playwright/test';
import { codeAt } from '../support/totp.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from '../support/accessibility.ts';
import type { TestBackend } from '../support/backend.ts';
import { readReplicas } from '../support/local-store.ts';
import { readStaffEntries } from '../support/outbox.ts';
import { signIn, waitUntilReplicated } from '../support/portal.ts';
import { deleteRows } from '../support/portal-list.ts';
import { storeBooking } from '../support/portal-records.ts';
import { toast } from '../support/requests.ts';
import {
  createAdministrator,
  loginHeading,
  signOutButton,
  storedSession,
} from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';

test.use({ visitedBefore: 'portal' });

const STEP_MS = 30_000;

const section = (page: Page) => page.getByRole('region', { name: 'Second factor' });
const code = (page: Page) => page.getByLabel('Code from your authenticator app');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openSection(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Account' })
    .getByRole('link', { name: 'About this device' })
    .click();
  await expect(section(page)).toBeVisible();
}

/** Fills in the password, whose account then asks for a code. */
async function enterPassword(page: Page, person: { email: string; password: string }) {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await button(page, 'Sign In').click();
  await expect(code(page)).toBeFocused();
}

/** Gives the user a verified factor with this key, as one set up elsewhere. */
const giveFactor = (backend: TestBackend, userId: string, secret: string) =>
  backend.query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
     values ($1, $1, '', 'totp', 'verified', now(), now(), $2)`,
    [userId, secret],
  );
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test('a second factor is set up, asked for at the next sign-in, and removed', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend);
  const page = await device.open('/admin/login');
  await signIn(page, person);
  await openSection(page);
  await expect(section(page)).toContainText('It is off.');

  await button(page, 'Set up').click();
  const picture = page.getByRole('img', { name: 'QR code of the key' });
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
  await expect(code(page)).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const key = await section(page)
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .innerText();
  const secret = key.replaceAll(' ', '');

  await code(page).fill('12345');
  await button(page, 'Turn on').click();
  await expect(section(page)).toContainText('Please enter the six digits that your app shows');
  await code(page).fill('000 000');
  await button(page, 'Turn on').click();
  await expect(toast(page, /The code is wrong, or was used before/)).toBeVisible();
  await code(page).fill(codeAt(secret, Date.now()));
  await button(page, 'Turn on').click();
  await expect(toast(page, 'Second Factor On')).toBeVisible();
  await expect(section(page)).toContainText(/On since \d{1,2} \w{3} \d{4}\./);
  await expectAccessible(page);

  await signOutButton(page).click();
  await expect(loginHeading(page)).toBeVisible();
  await enterPassword(page, person);
  expect(await storedSession(page)).toBeNull();
  await expectAccessibleInBothSchemes(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');

  await code(page).fill('000000');
  await button(page, 'Sign In').click();
  await expect(toast(page, 'Login Failed')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The code is wrong, or was used before.');
  await device.goOffline();
  await code(page).fill(codeAt(secret, Date.now() + STEP_MS));
  await button(page, 'Sign In').click();
  await expect(page.getByRole('main')).toContainText('There is no connection.');
  await device.goOnline();
  await button(page, 'Back').click();
  await enterPassword(page, person);
  await code(page).fill(codeAt(secret, Date.now() + STEP_MS));
  await button(page, 'Sign In').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();

  await openSection(page);
  await button(page, 'Remove').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Second Factor Removed')).toBeVisible();
  await expect(section(page)).toContainText('It is off.');
  await signOutButton(page).click();
  await signIn(page, person);
});

test('a device whose account has a factor now asks for its code: lists and waiting changes stay', async ({
  device,
  backend,
}) => {
  await backend.query('delete from public.bookings');
  await storeBooking(backend, { name: 'Ailsa Craig' });
  const person = await createAdministrator(backend);
  const page = await device.open('/admin/login');
  await signIn(page, person);
  await waitUntilReplicated(page);
  await device.goOffline();
  await page.goto('/admin/bookings');
  await deleteRows(page, ['Ailsa Craig']);
  await expect.poll(async () => (await readStaffEntries(page)).length).toBe(1);

  await giveFactor(backend, person.id, SECRET);
  await device.goOnline();
  await expect(loginHeading(page)).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText(
    'Your account has a second factor now',
  );
  await expectAccessibleInBothSchemes(page);
  expect(await readStaffEntries(page)).toHaveLength(1);
  expect(await readReplicas(page)).not.toEqual([]);
  expect(await backend.query('select from public.bookings')).toHaveLength(1);
  await page.reload();

  await code(page).fill(codeAt(SECRET, Date.now()));
  await button(page, 'Sign In').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await expect.poll(() => backend.query('select from public.bookings')).toEqual([]);
});

test('without a connection the portal opens as before, and the section names the cause', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend);
  await giveFactor(backend, person.id, SECRET);
  const page = await device.open('/admin/login');
  await enterPassword(page, person);
  await code(page).fill(codeAt(SECRET, Date.now()));
  await button(page, 'Sign In').click();
  await waitUntilReplicated(page);
  await device.goOffline();
  await page.goto('/admin/device');
  await expect(section(page)).toContainText('Its state could not be read. There is no connection.');
  await device.goOnline();
  await button(page, 'Try again').click();
  await expect(section(page)).toContainText('On since');
});

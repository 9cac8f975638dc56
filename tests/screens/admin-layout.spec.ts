import type { Page } from '@playwright/test';
import { COMPANY } from '../../src/site/content/company.ts';
import { expectAccessibleInBothSchemes, expectFits } from '../support/accessibility.ts';
import { openPortal, signIn } from '../support/portal.ts';
import { createAdministrator, loginHeading } from '../support/staff.ts';
import { expect, pageTest as test } from '../support/test.ts';

const SCREENS = [
  ['Dashboard', 'Dashboard Overview'],
  ['Bookings', 'Bookings'],
  ['Team', 'Team'],
  ['Job Postings', 'Job Postings'],
  ['Applications', 'Job Applications'],
  ['Messages', 'Contact Messages'],
  ['Gallery', 'Gallery Manager'],
  ['Testimonials', 'Testimonials Manager'],
] as const;

const PHONE = { width: 390, height: 844 };
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true });
const links = (page: Page) => page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name, exact: true });
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

test('the sidebar leads to every screen, in order, and highlights the open one', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/testimonials');
  await expect(links(page)).toHaveText(SCREENS.map(([label]) => label));
  for (const [label, title] of SCREENS) {
    await link(page, label).click();
    await expect(heading(page, title)).toBeFocused();
    await expect(link(page, label)).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${label} | ${COMPANY.name}`);
  }
});

test('the sidebar is 64 units wide on a large screen and stays while the page scrolls', async ({
  device,
}) => {
  const page = await openPortal(device);
  const sidebar = page.getByRole('complementary');
  expect(await sidebar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 256 });
  await expect(menu(page)).toBeHidden();
});

test('on a small screen the sidebar is a drawer that a link, Escape and its button close', async ({
  device,
}) => {
  const page = await openPortal(device);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('complementary')).toBeHidden();
  const drawer = page.getByRole('dialog', { name: 'Menu' });

  await menu(page).click();
  await drawer.getByRole('link', { name: 'Messages' }).click();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page, 'Contact Messages')).toBeVisible();

  await menu(page).click();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await expect(menu(page)).toBeFocused();

  await menu(page).click();
  await drawer.getByRole('button', { name: 'Close menu' }).click();
  await expect(drawer).toHaveCount(0);
});

test('on a phone the header is 48 pixels high, and no name is cut off', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend, 'Isla Bute');
  const page = await device.open('/admin/login');
  await page.setViewportSize(PHONE);
  await signIn(page, person);
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  expect(await page.getByRole('banner').boundingBox()).toMatchObject({ height: 48 });
  expect(await page.getByRole('button', { name: 'Sync now' }).boundingBox()).toMatchObject({
    width: 44,
    height: 44,
  });

  const name = 'Alexandrina-Wilhelmina Featherstonehaugh-Cholmondeley of Kilmacolm';
  const another = await createAdministrator(backend, name);
  await menu(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await signIn(page, another);
  const welcome = page.getByRole('banner').getByText('Welcome back');
  await expect(welcome).toContainText(name);
  expect(
    await welcome.evaluate(
      (text) =>
        text.scrollWidth <= text.clientWidth && getComputedStyle(text).overflow === 'visible',
    ),
  ).toBe(true);
});

test('the header and the account block name the signed-in person', async ({ device, backend }) => {
  const person = await createAdministrator(backend, 'Isla Bute');
  const page = await device.open('/admin/login');
  await signIn(page, person);
  await expect(page.getByRole('banner')).toContainText('Welcome back, Isla Bute');
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account).toContainText('Isla Bute');
  await expect(account).toContainText(person.email);
});

test('a person without a name is called by the email address, which shows once', async ({
  device,
  backend,
}) => {
  const person = await createAdministrator(backend, '');
  const page = await device.open('/admin/login');
  await signIn(page, person);
  await expect(page.getByRole('banner')).toContainText(`Welcome back, ${person.email}`);
  await expect(page.getByRole('region', { name: 'Account' }).getByText(person.email)).toHaveCount(
    1,
  );
});

test('the logo and the title lead to the public home page, and the site has no trace of the portal', async ({
  device,
}) => {
  const page = await openPortal(device);
  await page
    .getByRole('complementary')
    .getByRole('link', { name: `${COMPANY.name} Admin Portal` })
    .click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Chat on WhatsApp' })).toBeVisible();
});

test('no screen of the portal has the chat link, and none is listed by search engines', async ({
  device,
}) => {
  const page = await device.open('/admin/login');
  await expect(loginHeading(page)).toBeVisible();
  await expect(page).toHaveTitle(`Admin Login | ${COMPANY.name}`);
  await signIn(page);
  await expect(page.getByRole('link', { name: 'Chat on WhatsApp' })).toHaveCount(0);
  await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', 'noindex');
});

test('an unknown address of the portal has the not-found page, which leads out of the portal', async ({
  device,
}) => {
  const page = await openPortal(device, '/admin/nonsense');
  await expect(heading(page, 'Page Swept Away')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});

test('Tab leads past the sidebar to the screen', async ({ device }) => {
  const page = await openPortal(device, '/admin/messages');
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('Sync now asks the server again', async ({ device }) => {
  const page = await openPortal(device);
  await expect(page.getByText(/^Synced \d\d:\d\d$/)).toBeVisible();
  const asked = page.waitForRequest('**/rest/v1/rpc/**');
  await page.getByRole('button', { name: 'Sync now' }).click();
  await asked;
});

test('the sign-in and the frame pass the accessibility rules', async ({ device }) => {
  const page = await device.open('/admin/login', { reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await signIn(page);
  await expectAccessibleInBothSchemes(page);
});

test('the drawer and its dialog pass the accessibility rules', async ({ device }) => {
  const page = await openPortal(device, '/admin/dashboard', { reducedMotion: 'reduce' });
  await page.setViewportSize(PHONE);
  await menu(page).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await expectFits(page);
});

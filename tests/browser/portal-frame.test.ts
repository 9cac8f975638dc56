import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { db } from '../../src/runtime/database.ts';
import { toStored } from '../../src/runtime/auth/session.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import { expectAccessibleInBothSchemes, expectFits } from './support/accessibility.ts';
import { boxOf, expectCount, expectTexts, toast } from './support/look.ts';
import { focusStart } from './support/open.tsx';
import { pause } from './support/pause.ts';
import { goTo, openPortal, openPortalSignedOut, signOutButton, synced } from './support/portal.tsx';
import { server, SESSION } from './support/server.ts';

const SCREENS = [
  ['Dashboard', 'Dashboard Overview', 'dashboard'],
  ['Bookings', 'Bookings', 'bookings'],
  ['Team', 'Team', 'team'],
  ['Job Postings', 'Job Postings', 'careers'],
  ['Applications', 'Job Applications', 'applications'],
  ['Messages', 'Contact Messages', 'messages'],
  ['Gallery', 'Gallery Manager', 'gallery'],
  ['Testimonials', 'Testimonials Manager', 'testimonials'],
] as const;

const headline = page.getByRole('heading', { level: 1 });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
const link = (name: string) =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name, exact: true });
const menu = page.getByRole('button', { name: 'Menu', exact: true });
const drawer = page.getByRole('dialog', { name: 'Menu' });
const password = page.getByRole('dialog', { name: 'Change Password' });
const account = page.getByRole('region', { name: 'Account' });
const called = (displayName: string) => ({ ...SESSION.user, displayName });

test('the sidebar leads to every screen, in order, and highlights the open one', async () => {
  await openPortal('/admin/testimonials');
  await expectTexts(
    links,
    SCREENS.map(([label]) => label),
  );
  expect(links.elements().map((link) => link.getAttribute('href'))).toEqual(
    SCREENS.map(([, , path]) => `/admin/${path}`),
  );
  for (const [label, title] of SCREENS) {
    await link(label).click();
    await expect.element(heading(title)).toHaveFocus();
    await expect.element(link(label)).toHaveAttribute('aria-current', 'page');
    expect(document.title).toBe(`${label} | ${COMPANY.name}`);
  }
});

test('the sidebar is 64 units wide on a large screen and stays while the page scrolls', async () => {
  await openPortal();
  expect(boxOf(page.getByRole('complementary'))).toMatchObject({ x: 0, y: 0, width: 256 });
  await expectCount(menu, 0);
});

test('on a small screen the sidebar is a drawer that a link, Escape and its button close', async () => {
  await page.viewport(390, 844);
  await openPortal();
  await expectCount(page.getByRole('complementary'), 0);

  await menu.click();
  await drawer.getByRole('link', { name: 'Messages' }).click();
  await expectCount(drawer, 0);
  await expect.element(heading('Contact Messages')).toBeVisible();

  await menu.click();
  await expect.poll(() => drawer.query()?.contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expectCount(drawer, 0);
  await expect.element(menu).toHaveFocus();

  await menu.click();
  await drawer.getByRole('button', { name: 'Close menu' }).click();
  await expectCount(drawer, 0);
});

test('on a phone the header is 48 pixels high, and no name is cut off', async () => {
  const name = 'Alexandrina-Wilhelmina Featherstonehaugh-Cholmondeley of Kilmacolm';
  await page.viewport(390, 844);
  await openPortal();
  await expect.element(synced).toBeVisible();
  expect(boxOf(page.getByRole('banner')).height).toBe(48);
  expect(boxOf(page.getByRole('button', { name: 'Sync now' }))).toMatchObject({
    width: 44,
    height: 44,
  });

  await menu.click();
  await signOutButton.click();
  await expect.element(heading('Admin Login')).toBeVisible();
  await openPortal('/admin/dashboard', called(name));
  const welcome = page.getByRole('banner').getByText('Welcome back');
  await expect.element(welcome).toHaveTextContent(name);
  const { scrollWidth, clientWidth } = welcome.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  expect(getComputedStyle(welcome.element()).overflow).toBe('visible');
});

test('the header and the account block name the signed-in person', async () => {
  await openPortal();
  await expect.element(page.getByRole('banner')).toHaveTextContent('Welcome back, Isla Bute');
  await expect.element(account).toHaveTextContent('Isla Bute');
  await expect.element(account).toHaveTextContent(SESSION.user.email);
});

test('a person without a name is called by the email address, which shows once', async () => {
  const { email } = SESSION.user;
  await openPortal('/admin/dashboard', called(email));
  await expect.element(page.getByRole('banner')).toHaveTextContent(`Welcome back, ${email}`);
  await expectCount(account.getByText(email), 1);
});

test('the logo and the title lead to the public home page', async () => {
  await openPortal();
  await expect
    .element(
      page.getByRole('complementary').getByRole('link', { name: `${COMPANY.name} Admin Portal` }),
    )
    .toHaveAttribute('href', '/');
});

test('no screen of the portal has the chat link, and none is listed by search engines', async () => {
  const expectPrivate = async () => {
    await expectCount(page.getByRole('link', { name: 'Chat on WhatsApp' }), 0);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  };
  await openPortalSignedOut('/admin/login');
  await expect.element(heading('Admin Login')).toBeVisible();
  expect(document.title).toBe(`Admin Login | ${COMPANY.name}`);
  await expectPrivate();
  await openPortal();
  await expectPrivate();
});

test('an unknown address of the portal has the not-found page, which leads out of the portal', async () => {
  await openPortal('/admin/nonsense');
  await expect.element(heading('Page Swept Away')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Back to Home' }))
    .toHaveAttribute('href', '/');
});

test('Tab leads past the sidebar to the screen', async () => {
  await openPortal('/admin/messages');
  focusStart();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('Sync now asks the server again', async () => {
  await openPortal();
  await expect.element(synced).toBeVisible();
  const before = server.lists.calls.length;
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect.poll(() => server.lists.calls.length).toBeGreaterThan(before);
});

test('an administrator who opens the sign-in sees that it verifies, and then the dashboard', async () => {
  const { released, release } = pause();
  server.admin.scripts.isAdmin.push(() => released);
  await db.session.put(toStored(SESSION, Date.now()), 'current');
  await openPortalSignedOut('/admin/login');

  const verifying = page.getByRole('status').filter({ hasText: 'Loading...' });
  await expect.element(verifying).toHaveTextContent('Verifying credentials');
  await expectCount(heading('Admin Login'), 0);
  release();
  await expect.element(heading('Dashboard Overview')).toBeVisible();
  expect(location.pathname).toBe('/admin/dashboard');
});

test('a sign-out that is pressed twice ends the session on the server once', async () => {
  const signOut = vi.spyOn(server.auth, 'signOut');
  await openPortal();
  await signOutButton.dblClick();

  await expect.element(toast('You have been signed out successfully').first()).toBeVisible();
  await expect.element(heading('Admin Login')).toBeVisible();
  expect(signOut.mock.calls).toEqual([[SESSION.accessToken]]);
});

test('a server that refuses to end the session is quoted, and the device is signed out', async () => {
  server.auth.signOut = async () => ({
    outcome: 'rejected',
    code: 'unexpected_failure',
    message: 'The session could not be ended',
  });
  await openPortal();
  await signOutButton.click();

  await expect.element(toast(/^Error$/)).toBeVisible();
  await expect.element(toast('The session could not be ended')).toBeVisible();
  await expect.element(heading('Admin Login')).toBeVisible();
});

test('the sign-in and the frame pass the accessibility rules', async () => {
  await openPortalSignedOut('/admin/login');
  await expect.element(heading('Admin Login')).toBeVisible();
  await expectFits();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.element(page.getByText('Please enter your password')).toBeVisible();
  await expectAccessibleInBothSchemes();

  await openPortal();
  await expectAccessibleInBothSchemes();
});

test('the drawer and its dialog pass the accessibility rules', async () => {
  await page.viewport(390, 844);
  await openPortal();
  await menu.click();
  await expect.element(drawer).toBeVisible();
  await expectAccessibleInBothSchemes();

  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(password).toBeVisible();
  await expectAccessibleInBothSchemes();
  await expectFits();
});

test('Back closes what is open in the portal, the highest first, and then leaves the page', async () => {
  await page.viewport(390, 844);
  await openPortal();
  await page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Messages' })
    .click();
  await expect.element(headline).toHaveTextContent(/^Contact Messages$/);
  await menu.click();
  await drawer.getByRole('button', { name: 'Change Password' }).click();
  await expect.element(password).toBeVisible();

  history.back();
  await expectCount(password, 0);
  await expect.element(drawer).toBeVisible();
  history.back();
  await expectCount(drawer, 0);
  await expect.element(headline).toHaveTextContent(/^Contact Messages$/);
  history.forward();
  await expectCount(drawer, 0);

  // Closed otherwise, it leaves no entry behind that Back would stop at.
  const { length } = history;
  for (let i = 0; i < 3; i++) {
    await menu.click();
    await userEvent.keyboard('{Escape}');
    await expectCount(drawer, 0);
  }
  expect(history.length).toBe(length);
  history.back();
  await expect.element(headline).toHaveTextContent(/^Dashboard Overview$/);
});

test('a page opened from the drawer is left by one Back', async () => {
  await page.viewport(390, 844);
  await openPortal();
  await menu.click();
  await drawer.getByRole('link', { name: 'Messages' }).click();
  await expect.element(headline).toHaveTextContent(/^Contact Messages$/);
  await expectCount(drawer, 0);

  history.back();
  await expect.element(headline).toHaveTextContent(/^Dashboard Overview$/);
  await expectCount(drawer, 0);
});

const CLOSED = 'The lists are closed';
const TROUBLE = 'The server is having trouble. Please try again in a minute.';
const REFUSED = { outcome: 'rejected', message: CLOSED } as const;
const BROKEN = { outcome: 'retry', reason: 'server' } as const;

for (const [label, answer, text] of [
  ['Job Postings', REFUSED, 'Failed to fetch job postings'],
  ['Applications', BROKEN, 'Failed to fetch job applications'],
  ['Messages', REFUSED, 'Failed to fetch contact messages'],
  ['Gallery', REFUSED, CLOSED],
  ['Gallery', BROKEN, TROUBLE],
  ['Testimonials', BROKEN, TROUBLE],
] as const) {
  test(`when the server does not give its lists, ${label} says “${text}”, once`, async () => {
    await openPortal();
    await expect.element(synced).toBeVisible();
    server.lists.refusals.set('readChanges', answer);
    await goTo(label);

    await expect.element(toast(text)).toBeVisible();
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByRole('button', { name: 'Close toast' })
      .click();
    await expectCount(toast(text), 0);
  });
}

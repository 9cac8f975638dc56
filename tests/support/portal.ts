import { expect, type Page } from '@playwright/test';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { ADMIN } from '../backend/support/people.ts';
import type { Device } from './device.ts';
import { writeSession } from './local-store.ts';

type Media = Parameters<Page['emulateMedia']>[0];

/** Fills in the sign-in form and waits for the portal. */
export async function signIn(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
}

/** Opens a screen of the portal on a device with a signed-in administrator. */
export async function openPortal(
  device: Device,
  path = '/admin/dashboard',
  media: Media = {},
): Promise<Page> {
  // A page of the site without scripts, so that the session exists before the portal starts.
  const page = await device.open('/robots.txt', media);
  await saveSession(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/**
 * Stores a session on the device as the sign-in form would; only the form's own tests need to fill
 * it in.
 */
export async function saveSession(page: Page, { email, password } = ADMIN): Promise<void> {
  const response = await page.request.post('/auth/v1/token?grant_type=password', {
    headers: { apikey: LOCAL_PUBLISHABLE_KEY },
    data: { email, password },
  });
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    expires_in: seconds,
    user,
  } = await response.json();
  const known = { id: user.id, email: user.email, displayName: user.user_metadata.full_name };
  await writeSession(page, {
    accessToken,
    refreshToken,
    renewedAt: Date.now(),
    expiresAt: Date.now() + seconds * 1000,
    user: known,
  });
}

/** Opens a screen once the worker has cached the portal and all lists are on the device. */
export async function openInstalledPortal(
  device: Device,
  path = '/admin/dashboard',
  media: Media = {},
): Promise<Page> {
  const page = await openPortal(device, path, media);
  await waitUntilReplicated(page);
  return page;
}

/** Waits until the open portal could start offline, with its lists. */
export async function waitUntilReplicated(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect.poll(() => replicatesPortal(page), 'the portal is kept').toBe(true);
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
}

/** Opens another screen through the sidebar. */
export const goTo = (page: Page, label: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: label }).click();

/** Whether the worker has cached the portal's files; it caches all or none. */
const replicatesPortal = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('portal-v1')).keys()).length > 0);

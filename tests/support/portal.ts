import { expect, type Page } from '@playwright/test';
import { ADMIN } from '../backend/support/people.ts';
import type { Device } from './device.ts';

type Media = Parameters<Page['emulateMedia']>[0];

/** Fills in the open sign-in and waits for the portal behind it. */
export async function signIn(page: Page, { email, password } = ADMIN): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard Overview' })).toBeVisible();
}

/** Signs the administrator in on a device and opens a screen of the portal. */
export async function openPortal(device: Device, path = '/admin/dashboard', media: Media = {}): Promise<Page> {
  const page = await device.open('/admin/login', media);
  await signIn(page);
  if (path !== '/admin/dashboard') await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** The same, once the worker keeps the portal for a start without a connection, and every list is on the device. */
export async function openInstalledPortal(device: Device, path = '/admin/dashboard', media: Media = {}): Promise<Page> {
  const page = await openPortal(device, path, media);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect.poll(() => keepsPortal(page), 'the portal is kept').toBe(true);
  await expect(page.getByText(/^Synced \d/)).toBeVisible();
  return page;
}

/** Opens another screen by the sidebar. */
export const goTo = (page: Page, label: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: label }).click();

/** Whether the worker keeps the portal's files; it keeps all of them or none. */
const keepsPortal = (page: Page) => page.evaluate(async () => (await (await caches.open('portal-v1')).keys()).length > 0);

import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PortalApp } from '../../../src/app/portal-app.tsx';
import { startPortal } from '../../../src/portal/start-portal.ts';
import '../../../src/portal/portal.css';
import { UNSAVED_LOCK } from '../../../src/core/locks/names.ts';
import { signedIn } from '../../../src/runtime/auth/session.ts';
import { leavePage, show } from './open.tsx';
import { SESSION } from './server.ts';

const started = startPortal();

/** Opens a screen of the portal for the user that the device knows. */
export async function openPortalSignedOut(path: string): Promise<void> {
  await started;
  leavePage();
  show(path, <PortalApp />);
}

/** Opens a screen of the portal for an administrator. */
export async function openPortal(path = '/admin/dashboard', user = SESSION.user): Promise<void> {
  await started;
  leavePage();
  await signedIn({ ...SESSION, user });
  show(path, <PortalApp />);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens another screen through the sidebar. */
export const goTo = (label: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: label }).click();

/** The time of the last sync, which the header says and shows. */
export const synced = page.getByText(/^Synced \d\d:\d\d$/).first();

export const signOutButton = page.getByRole('button', { name: 'Sign Out' });

/** Whether a new release has to wait for unsaved text. */
export const holdsUpdates = async (): Promise<boolean> =>
  ((await navigator.locks.query()).held ?? []).some(({ name }) => name === UNSAVED_LOCK);

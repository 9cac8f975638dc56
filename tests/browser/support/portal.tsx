import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { PortalApp } from '../../../src/app/portal-app.tsx';
import { startPortal } from '../../../src/portal/sync/start-portal.ts';
import '../../../src/portal/portal.css';
import { signedIn } from '../../../src/runtime/auth/session.ts';
import { show } from './open.tsx';
import { SESSION } from './server.ts';

const started = startPortal();

/** Opens a screen of the portal for nobody. */
export async function openPortalSignedOut(path: string): Promise<void> {
  await started;
  show(path, <PortalApp />);
}

/** Opens a screen of the portal for an administrator. */
export async function openPortal(path = '/admin/dashboard', user = SESSION.user): Promise<void> {
  await started;
  await signedIn({ ...SESSION, user });
  show(path, <PortalApp />);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}

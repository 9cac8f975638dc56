import type { Page } from '@playwright/test';
import type { Device } from './device.ts';

/** The site with its worker installed, or also with the portal's files. */
export type Visit = 'site' | 'portal';

/** Visits the site, or also keeps the portal, on a device. */
export async function visit(device: Device, what: Visit): Promise<void> {
  const page = await device.openInstalled('/about');
  if (what === 'portal' && !(await cachePortal(page)))
    throw new Error('The worker could not keep the portal');
}

/**
 * Asks the worker to keep the portal, as the portal does after a sign-in. True if the worker keeps
 * it.
 */
export const cachePortal = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<boolean>(
      (resolve) => (port1.onmessage = ({ data }) => resolve(data)),
    );
    active?.postMessage('keep-portal', [port2]);
    return answer;
  });

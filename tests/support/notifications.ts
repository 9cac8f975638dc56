import type { Locator, Page } from '@playwright/test';
import type { Device } from './device.ts';

/** Asks for a notification once a booking is sent. */
export const tellButton = (page: Page): Locator => page.getByRole('button', { name: 'Tell me when it is sent' });

/** The titles of the notifications that the site shows now; read in the worker, because no page may be open. */
export async function notificationsOf(device: Device): Promise<string[]> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) return [];
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title }) => title);
  });
}

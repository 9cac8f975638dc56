import type { Locator, Page } from '@playwright/test';
import type { Device } from './device.ts';

/** Requests a notification for the moment when a booking is sent. */
export const notifyButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Tell me when it is sent' });

/** The titles of the site's notifications, read in the worker because no page may be open. */
export async function notificationsOf(device: Device): Promise<string[]> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) return [];
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    return (await registration.getNotifications()).map(({ title }) => title);
  });
}

/**
 * Taps the notification with this tag, and returns the worker's requests to the browser. A browser
 * only opens or shows a page after a real tap, which no test can make.
 */
export async function tapNotification(device: Device, tag: string): Promise<string[]> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('There is no worker');
  return worker.evaluate(async (tag) => {
    const world = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      WindowClient: { prototype: { url: string; focus: () => Promise<unknown> } };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const asked: string[] = [];
    const heard = new Promise<void>((resolve) => {
      world.clients.openWindow = async (url) => {
        asked.push(`open ${url}`);
        resolve();
        return null;
      };
      world.WindowClient.prototype.focus = async function (this: { url: string }) {
        asked.push(`show ${new URL(this.url).pathname}`);
        resolve();
        return this;
      };
    });
    const [notification] = await world.registration.getNotifications({ tag });
    dispatchEvent(new world.NotificationEvent('notificationclick', { notification }));
    await heard;
    return asked;
  }, tag);
}

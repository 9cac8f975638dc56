import { setTimeout } from 'node:timers/promises';
import type { Device } from './device.ts';
import { createSubscription } from './push-service.ts';

const SHOWN_MS = 500;

/** Connects a push service: its messages reach the worker, with any pages open. */
export async function connectPushService(device: Device): Promise<(data: string) => Promise<void>> {
  const { cdp, registrations } = await device.controlWorkers();
  const [registration] = registrations;
  if (!registration) throw new Error('There is no worker');
  const { registrationId, scopeURL } = registration;
  return async (data) => {
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(scopeURL).origin,
      registrationId,
      data,
    });
    // Chromium forgets a notification that is about to be shown when somebody lists them.
    await setTimeout(SHOWN_MS);
  };
}

export interface Keys {
  p256dh: string;
  auth: string;
}

/**
 * Replaces the browser's push subscription by a test's, and returns its keys, because no real push
 * service is available.
 */
export async function stubPushService(device: Device): Promise<Keys> {
  const { p256dh, auth } = await createSubscription();
  await device.context.addInitScript(
    ({ keys }) => {
      const decode = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
          char.charCodeAt(0),
        ).buffer;
      const world = window as unknown as { subscription: object | null };
      world.subscription = null;
      Object.assign(PushManager.prototype, {
        subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) =>
          (world.subscription = {
            endpoint: 'https://fcm.googleapis.com/send/1',
            options: { applicationServerKey: applicationServerKey.buffer },
            getKey: (name: 'p256dh' | 'auth') => decode(keys[name]),
            unsubscribe: async () => {
              world.subscription = null;
              return true;
            },
          }),
        getSubscription: async () => world.subscription,
      });
    },
    { keys: { p256dh, auth } },
  );
  return { p256dh, auth };
}

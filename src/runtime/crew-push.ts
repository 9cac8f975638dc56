import { toStored } from '../core/server/push-subscription.ts';
import { readPushKey } from '../core/server/request-push.ts';
import { noteCrewNotified, readDevice } from '../core/store/crew-store.ts';
import { crewBackend } from './crew-outbox.ts';
import { db } from './database.ts';
import { env } from './env.ts';
import { hasPush, sharedSubscription, readSubscription } from './push.ts';

const REQUEST_MS = 30_000;

/** The key to subscribe with; null where the browser or the server has no web push. */
export const keyForChanges = async (): Promise<string | null> =>
  hasPush() && Notification.permission !== 'denied' ? readPushKey(env) : null;

/**
 * `denied`: by the person or the browser's settings. `unavailable`: the browser's push service gave
 * no subscription. `refused`: by the server. `failed`: the network or the server.
 */
export type NotifyOutcome = 'done' | 'denied' | 'unavailable' | 'refused' | 'failed';

/** Asks the person, and names this phone for changes of their day. */
export async function notifyOfChanges(key: string): Promise<NotifyOutcome> {
  const device = await readDevice(db);
  if (!device) return 'refused';
  const subscription = await sharedSubscription(key);
  if (typeof subscription === 'string') return subscription;
  const read = await crewBackend.notify(device.secret, subscription, REQUEST_MS);
  if (read.outcome !== 'read') return read.outcome === 'rejected' ? 'refused' : 'failed';
  if (!read.value) return 'refused';
  await noteCrewNotified(db, device.secret);
  return 'done';
}

/** Names this phone again, because its browser may have another subscription by now. Never rejects. */
export async function renewNotify(): Promise<void> {
  try {
    const device = await readDevice(db);
    if (!device?.isNotified || !hasPush() || Notification.permission !== 'granted') return;
    const subscription = await readSubscription();
    const stored = subscription && (await toStored(subscription));
    if (stored) await crewBackend.notify(device.secret, stored, REQUEST_MS);
  } catch (error) {
    console.warn('The notifications of changes could not be checked:', error);
  }
}

import { notifyRequest, readPushKey, stopNotifying } from '../core/server/request-push.ts';
import { noteNotified, notifiedBookings } from '../core/waiting/booking-receipts.ts';
import { forgetPushes } from '../core/waiting/pushes.ts';
import { db } from './database.ts';
import { env } from './env.ts';
import { currentPushId, hasPush, sharedSubscription, unsubscribeFromPush } from './push.ts';

/** The key to subscribe with; null where the browser or the server has no web push. */
export const keyForAnswers = async (): Promise<string | null> =>
  hasPush() && Notification.permission !== 'denied' ? readPushKey(env) : null;

/**
 * `denied`: by the person or the browser's settings. `unavailable`: the browser's push service gave
 * no subscription. `unknown`: the server does not know that service. `refused`: the booking is over,
 * or has enough devices. `failed`: the network or the server.
 */
export type NotifyOutcome = 'done' | 'denied' | 'unavailable' | 'unknown' | 'refused' | 'failed';

/** Asks the person, and names this device for the office's answers to a booking. */
export async function notifyOfAnswers(id: string, key: string): Promise<NotifyOutcome> {
  const subscription = await sharedSubscription(key);
  if (typeof subscription === 'string') return subscription;
  const isListed = await notifyRequest(env, id, subscription);
  if (isListed === 'unknown') return 'unknown';
  if (!isListed) return isListed === null ? 'failed' : 'refused';
  await noteNotified(db, id, true);
  return 'done';
}

/** With the last booking's notifications, the device forgets their texts. */
async function noteEnded(id: string): Promise<void> {
  await noteNotified(db, id, false);
  if ((await notifiedBookings(db)).length === 0) await forgetPushes(db);
}

/** Forgets that this device is named for a booking, if its browser lets no notification through. */
export async function checkNotified(id: string): Promise<void> {
  const isOn =
    hasPush() && Notification.permission === 'granted' && (await currentPushId(null)) !== null;
  if (!isOn) await noteEnded(id);
}

/** Ends the notifications of a booking on this device. False where the server did not hear of it. */
export async function endNotifications(id: string): Promise<boolean> {
  const deviceId = await currentPushId(null);
  if (deviceId !== null && (await stopNotifying(env, id, deviceId)) === null) return false;
  await noteEnded(id);
  return true;
}

/** The ids of the bookings whose answers this device is notified of; none without storage. */
export const readNotified = (): Promise<string[]> => notifiedBookings(db).catch(() => []);

/**
 * Ends the notifications of bookings that this device has forgotten; where the server does not hear
 * of it, all of this browser's. Never rejects.
 */
export async function endForgotten(ids: readonly string[]): Promise<void> {
  const ended = await Promise.all(ids.map((id) => endNotifications(id).catch(() => false)));
  if (ended.includes(false)) await unsubscribeFromPush();
}

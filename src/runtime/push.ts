/** The browser's side of web push: this device's subscription, which works without the server. */
import { deviceName } from '../core/domain/device-name.ts';
import { forgetPushes } from '../core/waiting/pushes.ts';
import { fromBase64Url, toBase64Url } from '../core/server/base64url.ts';
import type { NewPushDevice } from '../core/server/push-backend.ts';
import { pushIdOf, toStored } from '../core/server/push-subscription.ts';
import { db } from './database.ts';

/** Whether this browser has web push. On iPhones and iPads only an installed app has. */
export const hasPush = (): boolean =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;

/** The id of this browser's subscription for the server's key; null without one. */
export async function currentPushId(key: string | null): Promise<string | null> {
  const subscription = await readSubscription();
  if (!subscription) return null;
  const { applicationServerKey } = subscription.options;
  const isForKey =
    key === null || (applicationServerKey !== null && toBase64Url(applicationServerKey) === key);
  return isForKey ? pushIdOf(subscription.endpoint) : null;
}

/**
 * `denied`: by the person or the browser's settings. `unavailable`: the browser's push service gave
 * no subscription.
 */
export type SubscribeResult = NewPushDevice | 'denied' | 'unavailable';

/** Asks the person for permission, then the browser for a new subscription. */
export async function subscribeToPush(key: string): Promise<SubscribeResult> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  return subscribe(key);
}

/** As `subscribeToPush`; a subscription for the same key stays, and serves all requests of this browser. */
export async function sharedSubscription(key: string): Promise<SubscribeResult> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const current = (await currentPushId(key)) === null ? null : await readSubscription();
  return (current && (await toNamed(current))) ?? subscribe(key);
}

async function subscribe(key: string): Promise<Exclude<SubscribeResult, 'denied'>> {
  try {
    // A subscription of another key or user is never reused.
    await (await readSubscription())?.unsubscribe();
    const registration = await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: fromBase64Url(key),
    });
    return (await toNamed(subscription)) ?? 'unavailable';
  } catch (error) {
    console.warn('There is no push subscription:', error);
    return 'unavailable';
  }
}

async function toNamed(subscription: PushSubscription): Promise<NewPushDevice | null> {
  const stored = await toStored(subscription);
  return stored && { ...stored, name: deviceName(navigator.userAgent, navigator.maxTouchPoints) };
}

/**
 * Ends this browser's subscription, online or not: its push service then refuses messages. Never
 * rejects.
 */
export async function unsubscribeFromPush(): Promise<void> {
  try {
    await (await readSubscription())?.unsubscribe();
    await forgetPushes(db);
  } catch (error) {
    console.warn('The push subscription could not be ended:', error);
  }
}

export async function readSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

import { toBase64Url } from './base64url.ts';
import type { NewPushDevice } from './push-backend.ts';
import { sha256 } from './sha256.ts';

/** A browser's subscription as the server stores it. */
export type StoredSubscription = Omit<NewPushDevice, 'name'>;

/** The stored form of a subscription; null for one without keys. */
export async function toStored(subscription: PushSubscription): Promise<StoredSubscription | null> {
  const { endpoint } = subscription;
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')];
  if (!p256dh || !auth) return null;
  return {
    id: await pushIdOf(endpoint),
    endpoint,
    p256dh: toBase64Url(p256dh),
    auth: toBase64Url(auth),
  };
}

/** A UUID of the endpoint's hash: the row is found again without the endpoint in any address. */
export async function pushIdOf(endpoint: string): Promise<string> {
  const hex = await sha256(endpoint);
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

import { readPush } from '../src/core/domain/push-message.ts';
import { takePush } from '../src/core/waiting/pushes.ts';
import { callAnonymously } from '../src/core/server/call-anonymously.ts';
import { toStored } from '../src/core/server/push-subscription.ts';
import type { Database } from '../src/core/store/database.ts';
import { env } from './env.ts';

declare const self: ServiceWorkerGlobalScope;

/** TypeScript's types lack it. */
interface WithRenotify extends NotificationOptions {
  renotify?: boolean;
}

/**
 * Shows a push message's notification: with a sound if it is about another event, silently if it came
 * before. Browsers require one for every push, so an unreadable message shows one too, and an older
 * one shows the latest again. Returns the path that it opens.
 */
export async function showPush(
  data: Pick<PushMessageData, 'text'> | null,
  db: Database,
): Promise<string> {
  const read = readPush(data?.text() ?? '');
  const { message, isNew } = await takePush(db, read, Date.now()).catch((error: unknown) => {
    console.warn('This device could not say whether the push is the latest:', error);
    return { message: read, isNew: true };
  });
  const { title, body, tag, path } = message;
  const options: WithRenotify = {
    body,
    tag,
    icon: '/icons/icon-192.png',
    data: { path },
    ...(isNew ? { renotify: true } : { silent: true }),
  };
  await self.registration.showNotification(title, options);
  return path;
}

/**
 * The event that tells of a subscription which the browser ended or replaced. Some browsers name
 * neither.
 */
interface SubscriptionChange {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

/**
 * Replaces the device's subscription on the server by the new one, which the browser made or is
 * asked for here. Where the browser does not name the old one, or the server does not list it,
 * About this device says that notifications are off. Never rejects.
 */
export async function renewPush({
  oldSubscription,
  newSubscription,
}: SubscriptionChange): Promise<void> {
  if (!oldSubscription) return;
  try {
    const old = await toStored(oldSubscription);
    const next = newSubscription ?? (await subscribeLike(oldSubscription));
    const stored = await toStored(next);
    if (!old || !stored) return;
    const isListed = await sendRenewal({
      _old_id: old.id,
      _old_auth: old.auth,
      _id: stored.id,
      _endpoint: stored.endpoint,
      _p256dh: stored.p256dh,
      _auth: stored.auth,
    });
    // Somebody signed out, or stopped this device from another one.
    if (!isListed) await next.unsubscribe();
  } catch (error) {
    console.warn('The push subscription could not be renewed:', error);
  }
}

const subscribeLike = ({ options }: PushSubscription) =>
  self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: options.applicationServerKey,
  });

/**
 * Asks without a token: the old subscription's secret is the proof. True if the server listed the
 * old one.
 */
async function sendRenewal(renewal: Record<string, string>): Promise<boolean> {
  const response = await callAnonymously(env, 'renew_push_device', renewal);
  const answer: unknown = await response.json();
  if (typeof answer !== 'boolean') throw new Error(`The server answered ${response.status}`);
  return answer;
}

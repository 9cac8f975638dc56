import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { ProjectApi } from '../_shared/project-api.ts';
import type { VapidKeys } from '../_shared/vapid.ts';
import type { PushMessage } from './compose-push.ts';

export interface Push {
  /** Sends a message to the devices of all administrators. Never rejects. */
  toOffice: (message: PushMessage) => Promise<void>;
  /** Sends a message to the devices that a booking's customer named. Never rejects. */
  toCustomer: (bookingId: string, message: PushMessage) => Promise<void>;
}

interface PushOptions {
  project: ProjectApi;
  keys: VapidKeys;
  /** The contact for push services (RFC 8292, 2.1). */
  contact: string;
  fetch: typeof fetch;
}

interface Target {
  id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
}

const PATIENCE_MS = 5000;
/** A device that is off for longer gets no notification; the mail and the portal's list remain. */
const KEPT_SECONDS = 24 * 60 * 60;
/** The subscription has ended: 404 by RFC 8030, 7.3; some services answer 410. */
const GONE = [404, 410];

export function createPush({ project, keys, contact, fetch }: PushOptions): Push {
  const vapid = { ...keys, subject: `mailto:${contact}` };

  /**
   * Sends one message; true if the subscription has ended. Logs name no endpoint, because it is a
   * capability.
   */
  async function sendTo(
    { id, endpoint, p256dh, auth }: Target,
    message: PushMessage,
  ): Promise<boolean> {
    try {
      const subscription = { endpoint, expirationTime: null, keys: { p256dh, auth } };
      const { method, headers, body } = await buildPushPayload(
        { data: { ...message }, options: { ttl: KEPT_SECONDS, urgency: 'high' } },
        subscription,
        vapid,
      );
      const { status } = await fetch(endpoint, {
        method: method.toUpperCase(),
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (GONE.includes(status)) return true;
      if (status < 200 || status >= 300)
        console.error(`The push service of device ${id} answered ${status}.`);
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      console.error(`The push service of device ${id} was not reached: ${reason}.`);
    }
    return false;
  }

  /** Sends to the targets that one function of the database lists, and tells another those that ended. */
  async function sendToAll(
    message: PushMessage,
    targetsOf: () => Promise<unknown>,
    remove: string,
  ): Promise<void> {
    try {
      const targets = (await targetsOf()) as Target[];
      const gone = await Promise.all(targets.map((target) => sendTo(target, message)));
      const ids = targets.filter((_, place) => gone[place]).map(({ id }) => id);
      if (ids.length > 0) await project.call(remove, { _ids: ids });
    } catch (error) {
      console.error('The devices for web push could not be read or removed.', error);
    }
  }

  return {
    toOffice: (message) =>
      sendToAll(message, () => project.call('push_targets'), 'remove_push_devices'),
    toCustomer: (bookingId, message) =>
      sendToAll(
        message,
        () => project.call('request_targets', { _booking_id: bookingId }),
        'remove_request_devices',
      ),
  };
}

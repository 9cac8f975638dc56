import { buildPushPayload } from '@block65/webcrypto-web-push';
import { isPushEndpoint } from '../_shared/push-services.ts';
import type { ProjectApi } from '../_shared/project-api.ts';
import type { VapidKeys } from '../_shared/vapid.ts';
import type { PushMessage } from './compose-push.ts';
import type { PushResult } from './records.ts';

export interface Push {
  /** Sends a message to the devices of all administrators. Never rejects. */
  toOffice: (message: PushMessage) => Promise<PushResult>;
  /** Sends a message to the devices that a booking's customer named. Never rejects. */
  toCustomer: (bookingId: string, message: PushMessage) => Promise<PushResult>;
  /** Sends a message to the devices of one of the crew. Never rejects. */
  toCrew: (crewId: string, message: PushMessage) => Promise<PushResult>;
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

const P256 = { name: 'ECDH', namedCurve: 'P-256' };

/** False for an address of no push service, and a key that is no point of the curve. */
async function isUsable({ endpoint, p256dh }: Target): Promise<boolean> {
  if (!isPushEndpoint(endpoint)) return false;
  try {
    const base64 = p256dh.replaceAll('-', '+').replaceAll('_', '/');
    const point = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    await crypto.subtle.importKey('raw', point, P256, false, []);
    return true;
  } catch {
    return false;
  }
}

export function createPush({ project, keys, contact, fetch }: PushOptions): Push {
  const vapid = { ...keys, subject: `mailto:${contact}` };

  /**
   * Sends one message; `gone` if the subscription has ended, or never was one. Logs name no endpoint,
   * because it is a capability.
   */
  async function sendTo(
    target: Target,
    message: PushMessage,
  ): Promise<'taken' | 'gone' | 'failed'> {
    if (!(await isUsable(target))) return 'gone';
    const { id, endpoint, p256dh, auth } = target;
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
      if (GONE.includes(status)) return 'gone';
      if (status >= 200 && status < 300) return 'taken';
      console.error(`The push service of device ${id} answered ${status}.`);
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown';
      console.error(`The push service of device ${id} was not reached: ${reason}.`);
    }
    return 'failed';
  }

  /** Sends to the targets that one function of the database lists, and tells another those that ended. */
  async function sendToAll(
    message: PushMessage,
    targetsOf: () => Promise<unknown>,
    remove: string,
  ): Promise<PushResult> {
    try {
      const targets = (await targetsOf()) as Target[];
      const results = await Promise.all(targets.map((target) => sendTo(target, message)));
      const ids = targets.filter((_, place) => results[place] === 'gone').map(({ id }) => id);
      if (ids.length > 0) await project.call(remove, { _ids: ids });
      if (results.includes('taken')) return 'sent';
      return results.includes('failed') ? 'service' : 'no-device';
    } catch (error) {
      console.error('The devices for web push could not be read or removed.', error);
      return 'service';
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
    toCrew: (crewId, message) =>
      sendToAll(
        message,
        () => project.call('crew_targets', { _crew_id: crewId }),
        'remove_crew_subscriptions',
      ),
  };
}

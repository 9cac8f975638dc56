import { callAnonymously, type BuildBackend } from './call-anonymously.ts';
import type { StoredSubscription } from './push-subscription.ts';

/**
 * Web push for a booking's customer, as their page sees the server. Every call may be repeated, and
 * resolves with null where the network or the server failed.
 */

async function answerOf(request: Promise<Response>): Promise<boolean | null> {
  try {
    const response = await request;
    const answer: unknown = response.ok ? await response.json() : null;
    return typeof answer === 'boolean' ? answer : null;
  } catch {
    return null;
  }
}

/** The server's public key; null too where web push is not set up. */
export async function readPushKey(backend: BuildBackend): Promise<string | null> {
  try {
    const response = await fetch(`${backend.supabaseUrl}/functions/v1/push-key`, {
      credentials: 'omit',
      headers: { apikey: backend.publishableKey },
    });
    const { key } = (response.ok ? await response.json() : {}) as { key?: unknown };
    return typeof key === 'string' ? key : null;
  } catch {
    return null;
  }
}

/**
 * Names a device for a booking's notifications; false for a booking that is over or unknown, and for
 * a sixth device; `unknown` for a push service that the server does not know.
 */
export async function notifyRequest(
  backend: BuildBackend,
  bookingId: string,
  { id, endpoint, p256dh, auth }: StoredSubscription,
): Promise<boolean | 'unknown' | null> {
  const response = await callAnonymously(backend, 'notify_request', {
    _booking_id: bookingId,
    _id: id,
    _endpoint: endpoint,
    _p256dh: p256dh,
    _auth: auth,
  }).catch(() => null);
  if (response?.status === 400) {
    const { code } = (await response.json().catch(() => ({}))) as { code?: unknown };
    return code === '23514' ? 'unknown' : null;
  }
  return response && answerOf(Promise.resolve(response));
}

/** Removes a device from a booking; one that is not named counts as removed. */
export const stopNotifying = (
  backend: BuildBackend,
  bookingId: string,
  id: string,
): Promise<boolean | null> =>
  answerOf(callAnonymously(backend, 'stop_notifying', { _booking_id: bookingId, _id: id }));

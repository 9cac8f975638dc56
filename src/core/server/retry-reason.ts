import type { RetryReason } from '../domain/reasons.ts';

/** Proxies and networks that require their own sign-in first. */
const SIGN_IN_FIRST = new Set([407, 511]);
const TRANSIENT = new Set([408, 425]);

/**
 * Why a request is retried after this status, whatever the body; null if the status does not say.
 */
export function retryReasonOf(status: number): RetryReason | null {
  if (status === 0) return 'offline';
  if (status === 429) return 'rate-limited';
  if (SIGN_IN_FIRST.has(status)) return 'not-our-server';
  return status >= 500 || TRANSIENT.has(status) ? 'server' : null;
}

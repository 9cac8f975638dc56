import type { RejectedReason, RetryReason } from '../domain/reasons.ts';
import type { SendResult, Undecided } from './backend.ts';
import { requestFault, type Answer } from './request-faults.ts';

const ACCEPTED: SendResult = { outcome: 'accepted' };
const WAS_THERE: SendResult = { outcome: 'accepted', wasThere: true };
const NOT_OUR_SERVER: SendResult = { outcome: 'retry', reason: 'not-our-server' };
const SERVER: SendResult = { outcome: 'retry', reason: 'server' };
/** For so long one caller has an alert to itself: whoever asks meanwhile is told that it is being sent. */
const ALERT_LEASE_MS = 2 * 60_000;

/** PostgREST passes a constraint's name on in PostgreSQL's own sentence only. */
const constraintOf = (message = '') => /constraint "([^"]+)"/.exec(message)?.[1] ?? '';

/** What a refusal says, if only by its number. */
export const wordsOf = ({ code, status, message = '' }: Answer) =>
  message || code || `HTTP ${status}`;

const rejected = (reason: RejectedReason, answer: Answer): SendResult => ({
  outcome: 'rejected',
  reason,
  message: wordsOf(answer),
});

/** Proxies and networks that want their own sign-in first. */
const SIGN_IN_FIRST = new Set([407, 511]);
const TRANSIENT = new Set([408, 425]);

/** Why a request that was answered with this status is repeated, whatever the body; null where the status does not say. */
export function retryReasonOf(status: number): RetryReason | null {
  if (status === 0) return 'offline';
  if (status === 429) return 'rate-limited';
  if (SIGN_IN_FIRST.has(status)) return 'not-our-server';
  return status >= 500 || TRANSIENT.has(status) ? 'server' : null;
}

/**
 * Why an answer that is no answer of our server's came: a 5xx in HTML is our server's failure all the same. A redirect that is
 * not followed has status 0 in a browser.
 */
const foreignReasonOf = (status: number): RetryReason =>
  (status === 0 ? null : retryReasonOf(status)) ?? 'not-our-server';

/** Storage answers 500 where a trigger raises the flood guard's code. */
const FLOOD_GUARD = /\bPT429\b/;

/** Answers that say "later", whatever the request was; null when the answer is about the request itself. */
export function readTransient({
  status,
  notOurServer,
  foreignStatus = 200,
  message = '',
  retryAfterMs,
}: Answer): Undecided | null {
  const isFlood = status >= 500 && FLOOD_GUARD.test(message);
  const own = isFlood ? 'rate-limited' : retryReasonOf(status);
  const reason = notOurServer ? foreignReasonOf(foreignStatus) : own;
  return (
    reason && { outcome: 'retry', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  );
}

/**
 * Reads the database's answer to an insert. The code and the constraint decide, not the status alone:
 * only a clash on the primary key means that the record is already there.
 */
export function readInsert(answer: Answer): SendResult {
  const { status, code, message } = answer;
  const constraint = constraintOf(message);
  if (code === '23505' && constraint.endsWith('_pkey')) return WAS_THERE;
  if (code === '23503') {
    if (constraint.endsWith('_career_id_fkey')) return rejected('position-gone', answer);
    if (constraint.endsWith('_resume_path_fkey')) return rejected('file-missing', answer);
  }
  return readRefusal(answer) ?? (status === 201 ? ACCEPTED : NOT_OUR_SERVER);
}

/** A fault in the request, or why it is to be repeated; null for a success. */
function readRefusal(answer: Answer): SendResult | null {
  const fault = requestFault(answer);
  if (fault) return rejected(fault, answer);
  return readTransient(answer) ?? (answer.status >= 400 ? SERVER : null);
}

/** Reads Storage's answer to an upload; `status` is the real one, which Storage puts into the body. */
export function readUpload(answer: Answer): SendResult {
  if (answer.status === 409 && answer.code) return ACCEPTED;
  return readRefusal(answer) ?? ACCEPTED;
}

/** Reads the answer to a removal, of rows or of files. */
export const readRemoval = (answer: Answer): SendResult => readRefusal(answer) ?? ACCEPTED;

/** Reads the email function's answer. Only 200 says that the alert is sent; 202, that another caller has taken it, and may fail. */
export function readAlert(answer: Answer): SendResult {
  const { status, code, retryAfterMs = ALERT_LEASE_MS } = answer;
  const transient = readTransient(answer);
  if (transient) return transient;
  if (status === 200) return ACCEPTED;
  if (status === 202) return { outcome: 'retry', reason: 'in-progress', retryAfterMs };
  if (status < 400) return NOT_OUR_SERVER;
  return code ? rejected('refused', answer) : SERVER;
}

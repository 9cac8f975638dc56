import type { RejectedReason, RetryReason } from '../domain/reasons.ts';
import type { SendResult } from './backend.ts';

/**
 * What came back: the HTTP status (0: nothing did), the error's text, and its code when it bears one of our server's. Without
 * one, an error is not our server's word.
 */
export interface Answer {
  status: number;
  /** Something answered, but it was not our server. */
  notOurServer?: boolean;
  /** The HTTP status of that answer. */
  foreignStatus?: number;
  code?: string;
  message?: string;
  retryAfterMs?: number;
}

const ACCEPTED: SendResult = { outcome: 'accepted' };
const WAS_THERE: SendResult = { outcome: 'accepted', wasThere: true };
const NOT_OUR_SERVER: SendResult = { outcome: 'retry', reason: 'not-our-server' };
/** For so long one caller has an alert to itself: whoever asks meanwhile is told that it is being sent. */
const ALERT_LEASE_MS = 2 * 60_000;
const TRANSIENT = new Set([408, 425]);
const INVALID = new Set([
  '23502',
  '23514',
  '22001',
  '22007',
  '22008',
  '22P02',
  '22P05',
  'PGRST102',
  'PGRST204',
]);

/** PostgREST passes a constraint's name on in PostgreSQL's own sentence only. */
const constraintOf = (message = '') => /constraint "([^"]+)"/.exec(message)?.[1] ?? '';

/** What a definite no says, if only by its number. */
export const wordsOf = ({ code, status, message = '' }: Answer) =>
  message || code || `HTTP ${status}`;

const rejected = (reason: RejectedReason, answer: Answer): SendResult => ({
  outcome: 'rejected',
  reason,
  message: wordsOf(answer),
});

/** Statuses that say "later", whatever the request was; null when the answer is about the request itself. */
export function readTransient({
  status,
  notOurServer,
  retryAfterMs,
}: Answer): { outcome: 'retry'; reason: RetryReason; retryAfterMs?: number } | null {
  const after = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (notOurServer) return { outcome: 'retry', reason: 'not-our-server' };
  if (status === 0) return { outcome: 'retry', reason: 'offline' };
  if (status === 429) return { outcome: 'retry', reason: 'rate-limited', ...after };
  if (status >= 500 || TRANSIENT.has(status))
    return { outcome: 'retry', reason: 'server', ...after };
  return null;
}

/**
 * Reads the database's answer to an insert. The code and the constraint decide, not the status alone:
 * only a clash on the primary key means that the record is already there.
 */
export function readInsert(answer: Answer): SendResult {
  const { status, code = '', message } = answer;
  const constraint = constraintOf(message);
  if (code === '42501') return rejected('forbidden', answer);
  if (code === '23505')
    return constraint.endsWith('_pkey') ? WAS_THERE : rejected('refused', answer);
  if (code === '23503') {
    if (constraint.endsWith('_career_id_fkey')) return rejected('position-gone', answer);
    return rejected(constraint.endsWith('_resume_path_fkey') ? 'file-missing' : 'refused', answer);
  }
  const transient = readTransient(answer);
  if (transient) return transient;
  if (status === 201) return ACCEPTED;
  if (status < 400 || !code) return NOT_OUR_SERVER;
  return rejected(INVALID.has(code) ? 'invalid' : 'refused', answer);
}

/** Reads Storage's answer to an upload; `status` is the real one, which Storage puts into the body. */
export function readUpload(answer: Answer): SendResult {
  const { status, code } = answer;
  const transient = readTransient(answer);
  if (transient) return transient;
  if (status < 300) return ACCEPTED;
  if (!code) return NOT_OUR_SERVER;
  if (status === 409) return ACCEPTED;
  if (status === 413 || status === 415) return rejected('file-refused', answer);
  return rejected(status === 403 ? 'forbidden' : 'refused', answer);
}

/** Reads the answer to a removal, of rows or of files. */
export function readRemoval(answer: Answer): SendResult {
  const { status, code } = answer;
  if (code === '42501') return rejected('forbidden', answer);
  const transient = readTransient(answer);
  if (transient) return transient;
  if (status < 300) return ACCEPTED;
  if (!code) return NOT_OUR_SERVER;
  return rejected(status === 403 ? 'forbidden' : 'refused', answer);
}

/** A network that wants its own sign-in first. */
const SIGN_IN_FIRST = 511;

/**
 * Reads the email function's answer. Only 200 says that the alert is sent; 202, that somebody else has taken it, who may fail
 * with it or be gone. A server error is one whoever bears it: the gateway in front of the function speaks for it too.
 */
export function readAlert(answer: Answer): SendResult {
  const { status, code, foreignStatus = 0, retryAfterMs = ALERT_LEASE_MS } = answer;
  if (foreignStatus >= 500 && foreignStatus !== SIGN_IN_FIRST)
    return { outcome: 'retry', reason: 'server' };
  const transient = readTransient(answer);
  if (transient) return transient;
  if (status === 200) return ACCEPTED;
  if (status === 202) return { outcome: 'retry', reason: 'in-progress', retryAfterMs };
  return code ? rejected('refused', answer) : NOT_OUR_SERVER;
}

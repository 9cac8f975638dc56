import type { SettingValue } from '../domain/booking-settings.ts';
import type {
  AnswerRefusal,
  RejectedReason,
  RetryReason,
  SettingRefusal,
} from '../domain/reasons.ts';
import type { ReadResult, SettingResult } from './admin-backend.ts';
import type { AnswerResult, SendResult, SignedOut, StandingAnswer, Undecided } from './backend.ts';
import type { Reply } from './request.ts';
import { isFileMissing, requestFault, type ServerResponse } from './request-faults.ts';
import { retryReasonOf } from './retry-reason.ts';

const ACCEPTED: SendResult = { outcome: 'accepted' };
const WAS_THERE: SendResult = { outcome: 'accepted', wasThere: true };
const NOT_OUR_SERVER = { outcome: 'retry', reason: 'not-our-server' } as const;
const SERVER: SendResult = { outcome: 'retry', reason: 'server' };
/** The lease of an alert: other callers are answered "in progress" meanwhile. */
const ALERT_LEASE_MS = 2 * 60_000;

/** PostgREST returns a constraint's name only within PostgreSQL's message. */
const constraintOf = (message = '') => /constraint "([^"]+)"/.exec(message)?.[1] ?? '';

/** A refusal's message, or else its code or status. */
const messageOf = ({ code, status, message = '' }: ServerResponse) =>
  message || code || `HTTP ${status}`;

const rejected = (reason: RejectedReason, answer: ServerResponse): SendResult => ({
  outcome: 'rejected',
  reason,
  message: messageOf(answer),
});

/**
 * Why a request is retried after an answer that is not our server's: a 5xx in HTML is still our
 * server's failure. In browsers, an unfollowed redirect has status 0.
 */
const foreignReasonOf = (status: number): RetryReason =>
  (status === 0 ? null : ownReasonOf(status)) ?? 'not-our-server';

/** The same after an answer in our server's form; its own refusal of a body's size has a code. */
const ownReasonOf = (status: number, code?: string): RetryReason | null =>
  status === 413 && code === undefined ? 'too-large' : retryReasonOf(status);

/** Storage answers 500 when a trigger raises the flood guard's code. */
const FLOOD_GUARD = /\bPT429\b/;

/**
 * Reads answers that ask for a retry, whatever the request; null when the answer is about the
 * request itself.
 */
export function classifyTransient({
  status,
  code,
  isTimedOut,
  notOurServer,
  foreignStatus = 200,
  message = '',
  retryAfterMs,
}: ServerResponse): Undecided | null {
  const isFlood = status >= 500 && FLOOD_GUARD.test(message);
  const own = isFlood ? 'rate-limited' : isTimedOut ? 'no-answer' : ownReasonOf(status, code);
  const reason = notOurServer ? foreignReasonOf(foreignStatus) : own;
  return (
    reason && { outcome: 'retry', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) }
  );
}

/**
 * Reads the database's answer to an insert. Only a clash on the primary key means that the record
 * is already stored; code and constraint decide, not the status alone.
 */
export function classifyInsert(answer: ServerResponse): SendResult {
  const { status, code, message } = answer;
  const constraint = constraintOf(message);
  if (code === '23505' && constraint.endsWith('_pkey')) return WAS_THERE;
  if (code === '23503') {
    if (constraint.endsWith('_career_id_fkey')) return rejected('position-gone', answer);
    if (constraint.endsWith('_resume_path_fkey')) return rejected('file-missing', answer);
  }
  return classifyRefusal(answer) ?? (status === 201 ? ACCEPTED : NOT_OUR_SERVER);
}

/** A fault in the request, or a reason to retry; null for a success. */
function classifyRefusal(answer: ServerResponse): SendResult | null {
  const fault = requestFault(answer);
  if (fault) return rejected(fault, answer);
  return classifyTransient(answer) ?? (answer.status >= 400 ? SERVER : null);
}

/**
 * Reads Storage's answer to an upload; `status` is the real one, which Storage puts into the body.
 */
export function classifyUpload(answer: ServerResponse): SendResult {
  if (answer.status === 409 && answer.code) return ACCEPTED;
  return classifyRefusal(answer) ?? ACCEPTED;
}

/** Reads the answer to a removal, of rows or of files. */
export const classifyRemoval = (answer: ServerResponse): SendResult =>
  classifyRefusal(answer) ?? ACCEPTED;

/**
 * Reads the email function's answer. 200: the alert is sent; 202: another caller has leased it, and
 * may fail.
 */
export function classifyAlert(answer: ServerResponse): SendResult {
  const { status, code, retryAfterMs = ALERT_LEASE_MS } = answer;
  const transient = classifyTransient(answer);
  if (transient) return transient;
  if (status === 200) return ACCEPTED;
  if (status === 202) return { outcome: 'retry', reason: 'in-progress', retryAfterMs };
  if (status < 400) return NOT_OUR_SERVER;
  return code ? rejected('refused', answer) : SERVER;
}

/** The database's reply to an answer to a booking. */
export interface AnswerReply<State> {
  outcome: 'added' | AnswerRefusal;
  state: State | null;
  /** Absent in a former server's reply. */
  standing?: StandingAnswer | null;
  /** The first booking of the series that the booking is a visit of. */
  series?: State | null;
}

const ANSWER_OUTCOMES = new Set(['added', 'changed', 'gone', 'too-early', 'too-late']);

/** Whether data are a reply to an answer: only `gone` is without a state. */
export function isAnswerReply<State>(data: unknown): data is AnswerReply<State> {
  const { outcome, state } = (data ?? {}) as { outcome?: unknown; state?: unknown };
  if (typeof outcome !== 'string' || !ANSWER_OUTCOMES.has(outcome)) return false;
  return outcome === 'gone'
    ? state === null
    : typeof (state as { status?: unknown } | null)?.status === 'string';
}

/** Reads the reply to an answer to a booking. */
export function classifyBookingAnswer<State>(
  reply: Reply<AnswerReply<State>>,
): AnswerResult<State> {
  const { value } = reply;
  if (value === undefined) {
    const refusal = classifyRefusal(reply) ?? NOT_OUR_SERVER;
    return refusal.outcome === 'accepted' ? NOT_OUR_SERVER : refusal;
  }
  const { outcome, state, standing, series } = value;
  const ofSeries = series && { series };
  if (outcome === 'added')
    return state === null
      ? NOT_OUR_SERVER
      : { outcome: 'accepted', state, ...(standing && { standing }), ...ofSeries };
  return { outcome: 'rejected', reason: outcome, message: outcome, state, ...ofSeries };
}

/** The database's reply to a setting of a booking. */
export interface SettingReply {
  outcome: 'set' | SettingRefusal;
  value: SettingValue;
  rev: number | null;
}

const SETTING_OUTCOMES = new Set(['set', 'changed', 'gone']);

/** Whether data are a reply to a setting: only `gone` is without a revision. */
export function isSettingReply(data: unknown): data is SettingReply {
  const { outcome, rev } = (data ?? {}) as { outcome?: unknown; rev?: unknown };
  if (typeof outcome !== 'string' || !SETTING_OUTCOMES.has(outcome)) return false;
  return outcome === 'gone' || typeof rev === 'number';
}

/** Reads the reply to a setting of a booking. */
export function classifySetting({ value: said, ...reply }: Reply<SettingReply>): SettingResult {
  if (said === undefined) {
    const refusal = classifyRefusal(reply) ?? NOT_OUR_SERVER;
    return refusal.outcome === 'accepted' ? NOT_OUR_SERVER : refusal;
  }
  const { outcome, value, rev } = said;
  const state = rev === null ? null : { value, rev };
  if (outcome !== 'set') return { outcome: 'rejected', reason: outcome, message: outcome, state };
  return state ? { outcome: 'accepted', state } : NOT_OUR_SERVER;
}

/** Reads the answer to a read; a success without the requested data is not our server's. */
export function classifyRead<T>(reply: Reply<T> | Undecided | SignedOut): ReadResult<T> {
  if ('outcome' in reply) return reply;
  if (requestFault(reply) || isFileMissing(reply))
    return { outcome: 'rejected', message: messageOf(reply) };
  const transient = classifyTransient(reply);
  if (transient) return transient;
  if (reply.status >= 400) return { outcome: 'retry', reason: 'server' };
  return reply.value === undefined
    ? { outcome: 'retry', reason: 'not-our-server' }
    : { outcome: 'read', value: reply.value };
}

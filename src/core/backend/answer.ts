import type { RejectedReason } from '../domain/reasons.ts';
import type { SendResult } from './backend.ts';

/** What came back: the HTTP status (0: nothing did), and the error's code and text when there was one. */
export interface Answer {
  status: number;
  /** Something answered, but it was not our server. */
  foreign?: boolean;
  code?: string;
  message?: string;
  retryAfterMs?: number;
}

const ACCEPTED: SendResult = { outcome: 'accepted' };
const PASSING = new Set([408, 425]);
const INVALID = new Set(['23502', '23514', '22001', '22007', '22008', '22P02', '22P05', 'PGRST102', 'PGRST204']);

/** PostgREST passes a constraint's name on in PostgreSQL's own sentence only. */
const constraintOf = (message = '') => /constraint "([^"]+)"/.exec(message)?.[1] ?? '';

/** What a definite no says, if only by its number. */
export const wordsOf = ({ code, status, message = '' }: Answer) => message || code || `HTTP ${status}`;

const rejected = (reason: RejectedReason, answer: Answer): SendResult => ({ outcome: 'rejected', reason, message: wordsOf(answer) });

/** Statuses that say "later", whatever the request was; null when the answer is about the request itself. */
export function readPassing({ status, foreign, retryAfterMs }: Answer): Extract<SendResult, { outcome: 'retry' }> | null {
  const after = retryAfterMs === undefined ? {} : { afterMs: retryAfterMs };
  if (foreign) return { outcome: 'retry', reason: 'foreign' };
  if (status === 0) return { outcome: 'retry', reason: 'offline' };
  if (status === 429) return { outcome: 'retry', reason: 'rate-limited', ...after };
  if (status >= 500 || PASSING.has(status)) return { outcome: 'retry', reason: 'server', ...after };
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
  if (code === '23505') return constraint.endsWith('_pkey') ? ACCEPTED : rejected('refused', answer);
  if (code === '23503') {
    if (constraint.endsWith('_career_id_fkey')) return rejected('position-gone', answer);
    return rejected(constraint.endsWith('_resume_path_fkey') ? 'file-missing' : 'refused', answer);
  }
  const passing = readPassing(answer);
  if (passing) return passing;
  if (status === 201) return ACCEPTED;
  if (status < 400) return { outcome: 'retry', reason: 'foreign' };
  return rejected(INVALID.has(code) ? 'invalid' : 'refused', answer);
}

/** Reads Storage's answer to an upload; `status` is the real one, which Storage puts into the body. */
export function readUpload(answer: Answer): SendResult {
  const { status } = answer;
  const passing = readPassing(answer);
  if (passing) return passing;
  if (status < 300 || status === 409) return ACCEPTED;
  if (status === 413 || status === 415) return rejected('file-refused', answer);
  return rejected(status === 403 ? 'forbidden' : 'refused', answer);
}

/** Reads the answer to a removal, of rows or of files. */
export function readRemoval(answer: Answer): SendResult {
  const { status, code } = answer;
  if (code === '42501') return rejected('forbidden', answer);
  const passing = readPassing(answer);
  if (passing) return passing;
  if (status < 300) return ACCEPTED;
  return rejected(status === 403 ? 'forbidden' : 'refused', answer);
}

/** Reads the e-mail function's answer: any 2xx means that the alert is sent or in somebody's hands. */
export function readAlert(answer: Answer): SendResult {
  return readPassing(answer) ?? (answer.status < 300 ? ACCEPTED : rejected('refused', answer));
}

import type { RejectedReason } from '../domain/reasons.ts';

/**
 * A server's answer: the HTTP status (0 without an answer), the error's text, and its code if our
 * server sent it.
 */
export interface ServerResponse {
  status: number;
  /** No answer came within the request's time. */
  isTimedOut?: boolean;
  /** True when the answer does not have the form of our server's. */
  notOurServer?: boolean;
  /** The HTTP status of that answer. */
  foreignStatus?: number;
  code?: string;
  message?: string;
  retryAfterMs?: number;
}

/**
 * PostgreSQL's codes for a fault in the request. Any other code names a fault of the server (its
 * clock, its keys, a stale schema cache, a standby, a missing function), and the request is retried
 * like after a 5xx.
 */
const DATABASE_FAULTS: ReadonlyMap<string, RejectedReason> = new Map([
  // A missing value, and a CHECK.
  ['23502', 'invalid'],
  ['23514', 'invalid'],
  // A value that is too long, out of range, no date, or not of its column's type.
  ['22001', 'invalid'],
  ['22003', 'invalid'],
  ['22007', 'invalid'],
  ['22008', 'invalid'],
  ['22P02', 'invalid'],
  // A character that a text can't hold.
  ['22021', 'invalid'],
  ['22P05', 'invalid'],
  // Keys: the constraint's name tells more, see `classifyInsert`.
  ['23503', 'refused'],
  ['23505', 'refused'],
  // Row-level security, or a missing grant.
  ['42501', 'forbidden'],
  // Our own functions: an unknown bucket, and a list that is too long.
  ['PT403', 'forbidden'],
  ['PT413', 'refused'],
]);

/**
 * Storage's errors, by the status in the body; its 403 is a refusal only if row-level security is
 * the reason.
 */
function storageFault({ status, code, message = '' }: ServerResponse): RejectedReason | null {
  switch (status) {
    case 403:
      return /row-level security/.test(message) ? 'forbidden' : null;
    case 413:
    case 415:
      return 'file-refused';
    case 400:
      return code === 'InvalidKey' ? 'refused' : null;
    default:
      return null;
  }
}

/** True when Storage says that the requested file does not exist. */
export const isFileMissing = ({ status, code, message }: ServerResponse): boolean =>
  status === 404 && code !== undefined && message === 'Object not found';

const IS_POSTGREST = /^PGRST/;

/**
 * The fault that an answer finds in the request, so that repeating it would not help; null for a
 * fault of the server, or none.
 */
export function requestFault(answer: ServerResponse): RejectedReason | null {
  const { code } = answer;
  if (!code || IS_POSTGREST.test(code)) return null;
  return DATABASE_FAULTS.get(code) ?? storageFault(answer);
}

import type { RejectedReason, RetryReason, WaitReason } from '../domain/reasons.ts';
import type { OutgoingRecord } from '../domain/submission.ts';

/** The server did not decide: the same request may be repeated. `retryAfterMs`: the wait that the server asked for. */
export interface Undecided<Reason extends WaitReason = RetryReason> {
  outcome: 'retry';
  reason: Reason;
  retryAfterMs?: number;
}

/** What became of one request. Nothing throws across this port. */
export type SendResult =
  /** Stored now; or a row with this id `wasThere` already, and stays as it is. */
  | { outcome: 'accepted'; wasThere?: true }
  | Undecided<WaitReason>
  /** A definite no; repeating it would not help. */
  | { outcome: 'rejected'; reason: RejectedReason; message: string }
  | SignedOut;

/** The session is over, or there is none: nothing more can be asked until somebody signs in. What needs no session never answers this. */
export interface SignedOut {
  outcome: 'signed-out';
}

export interface OutgoingFile {
  path: string;
  type: string;
  bytes: ArrayBuffer;
}

/** A signal that aborts with a TimeoutError after so long, also where browsers have none of their own: before Safari 16 and Chrome 103. */
export function abortAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
  return controller.signal;
}

/**
 * The server, as the outbox sees it. Every call may be repeated without a second effect, and answers
 * within `timeoutMs`.
 */
export interface Backend {
  /**
   * Stores a résumé under its minted path; a file already there counts as accepted. Where the platform can tell,
   * `onProgress` hears how many bytes have left.
   */
  uploadResume(
    file: OutgoingFile,
    timeoutMs: number,
    onProgress?: (sentBytes: number) => void,
  ): Promise<SendResult>;
  /** Stores the record under its minted id; a record already there counts as accepted. */
  insertRecord(record: OutgoingRecord, timeoutMs: number): Promise<SendResult>;
  /** Asks the server to email the office about a stored record. */
  sendAlert(record: OutgoingRecord, timeoutMs: number): Promise<SendResult>;
}

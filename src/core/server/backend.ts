import type { AttentionReason, RetryReason, WaitReason } from '../domain/reasons.ts';
import type { OutgoingRecord } from '../domain/submission.ts';

/**
 * The server did not decide: the same request may be repeated. `retryAfterMs`: the wait that the
 * server asked for.
 */
export interface Undecided<Reason extends WaitReason = RetryReason> {
  outcome: 'retry';
  reason: Reason;
  retryAfterMs?: number;
}

/** The outcome of one request. Nothing throws across this port. */
export type SendResult =
  /** Stored now; or `wasThere`: a row with this id was stored before, and is unchanged. */
  | { outcome: 'accepted'; wasThere?: true }
  | Undecided<WaitReason>
  /** A refusal, by the server or by this device: repeating the request would not help. */
  | { outcome: 'rejected'; reason: AttentionReason; message: string }
  | SignedOut;

/** No valid session: further requests need a sign-in. Requests without a session never get this. */
export interface SignedOut {
  outcome: 'signed-out';
}

export interface OutgoingFile {
  path: string;
  type: string;
  bytes: ArrayBuffer;
}

/**
 * A signal that aborts with a TimeoutError after this time, also in browsers without
 * `AbortSignal.timeout`: before Safari 16 and Chrome 103.
 */
export function abortAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
  return controller.signal;
}

/**
 * The server, as the outbox sees it. Every call may be repeated without a second effect, and
 * answers within `timeoutMs`.
 */
export interface Backend {
  /**
   * Stores a résumé under its minted path; a file already there counts as accepted. Where the
   * platform can tell, `onProgress` gets the number of bytes sent.
   */
  uploadResume(
    file: OutgoingFile,
    timeoutMs: number,
    onProgress?: (sentBytes: number) => void,
  ): Promise<SendResult>;
  /** Stores the record under its minted id; a record already there counts as accepted. */
  insertRecord(record: OutgoingRecord, timeoutMs: number): Promise<SendResult>;
  /** Asks the server to mail the office about a stored record. */
  sendAlert(record: OutgoingRecord, timeoutMs: number): Promise<SendResult>;
}

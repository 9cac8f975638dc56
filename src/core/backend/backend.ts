import type { RejectedReason, RetryReason } from '../domain/reasons.ts';
import type { Submission } from '../domain/submission.ts';

/** What became of one request. Nothing throws across this port. */
export type SendResult =
  /** Stored now, or it was already there. */
  | { outcome: 'accepted' }
  /** Not delivered, as far as we know: the same request may be repeated. `afterMs` is the server's own wish. */
  | { outcome: 'retry'; reason: RetryReason; afterMs?: number }
  /** A definite no; repeating it would not help. */
  | { outcome: 'rejected'; reason: RejectedReason; message: string };

/** A submission on its way: its minted id and, for an application, the path of its stored file. */
export type OutgoingRecord = Submission & { id: string; filePath: string | null };

export interface OutgoingFile {
  path: string;
  type: string;
  bytes: ArrayBuffer;
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
  uploadResume(file: OutgoingFile, timeoutMs: number, onProgress?: (sentBytes: number) => void): Promise<SendResult>;
  /** Stores the record under its minted id; a record already there counts as accepted. */
  insertRecord(record: OutgoingRecord, timeoutMs: number): Promise<SendResult>;
  /** Asks the server to e-mail the office about a stored record. */
  sendAlert(record: OutgoingRecord, timeoutMs: number): Promise<SendResult>;
}

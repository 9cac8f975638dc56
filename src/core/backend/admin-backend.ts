import type { Bucket, Entity, KeptTable } from '../domain/entities.ts';
import type { RetryReason } from '../domain/reasons.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import type { OutgoingFile, SendResult } from './backend.ts';
import type { Database } from './database.types.ts';

export type RowOf<T extends KeptTable> = Database['public']['Tables'][T]['Row'];

/** The session is over, or there is none: nothing more can be asked until somebody signs in. */
export interface SignedOut {
  outcome: 'signed-out';
}

export type AdminSendResult = SendResult | SignedOut;

/** What became of a question. Nothing throws across this port. */
export type Answered<T> =
  | { outcome: 'answered'; value: T }
  | { outcome: 'retry'; reason: RetryReason; afterMs?: number }
  | SignedOut
  /** A definite no, in the server's words. */
  | { outcome: 'rejected'; message: string };

/** As many rows as one question is answered with. */
export const PAGE_ROWS = 1000;

/** A row that carries its revision. */
export interface RevisedRow {
  id: string;
  rev: number;
}

/**
 * The server, as a signed-in administrator sees it. Every call carries the user's token; one that the server calls expired
 * is renewed and the call repeated, once. Every call may be repeated without a second effect.
 */
export interface AdminBackend {
  /** Whether the signed-in user is an administrator, now. */
  isAdmin(): Promise<Answered<boolean>>;

  /** Stores a picture under its minted path; a file already there counts as accepted. */
  uploadPicture(bucket: Bucket, file: OutgoingFile, timeoutMs: number, onProgress?: (sentBytes: number) => void): Promise<AdminSendResult>;
  /** Stores a row under its minted id; a row already there counts as accepted. */
  insertRow(table: Entity, row: { id: string } & Record<string, unknown>): Promise<AdminSendResult>;
  /** Removes files; one that is gone already counts as removed. */
  removeFiles(bucket: Bucket, paths: readonly string[]): Promise<AdminSendResult>;
  /** Removes rows, a hundred at most. Row-level security refuses silently: ask `findRows` what is left. */
  deleteRows(table: Entity, ids: readonly string[]): Promise<AdminSendResult>;
  /** Which of these ids, a hundred at most, are still there. */
  findRows(table: Entity, ids: readonly string[]): Promise<Answered<string[]>>;

  /** The database's epoch and its greatest committed revision. */
  readSyncState(): Promise<Answered<{ epoch: string; rev: number }>>;
  /** Rows after one revision up to another, oldest revision first, `PAGE_ROWS` at most. */
  readChanges<T extends KeptTable>(table: T, after: number, upTo: number): Promise<Answered<RowOf<T>[]>>;
  /** Ids deleted from a table between the same bounds, oldest deletion first, `PAGE_ROWS` at most. */
  readDeletions(table: KeptTable, after: number, upTo: number): Promise<Answered<RevisedRow[]>>;
  /** The exact number of a table's rows, without reading any. */
  countRows(table: Entity): Promise<Answered<number>>;

  /** A link that downloads a résumé, for an hour. */
  signResumeLink(path: string): Promise<Answered<string>>;
  /** Asks the server to e-mail the office about a stored record. */
  sendAlert(kind: SubmissionKind, id: string): Promise<AdminSendResult>;
  /** The address of a file in a public bucket. */
  publicUrl(bucket: Bucket, path: string): string;
}

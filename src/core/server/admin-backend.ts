import type { Bucket, ReplicaPart, Entity, KeptTable, RowPlace } from '../domain/entities.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import type { OutgoingFile, SendResult, SignedOut, Undecided } from './backend.ts';
import type { Database } from './database.types.ts';

export type RowOf<T extends KeptTable> = Database['public']['Tables'][T]['Row'];

/** How often one error occurred in one release on one day. */
export type BrowserError = Database['public']['Tables']['browser_errors']['Row'];

/** What became of a question. Nothing throws across this port. */
export type Answered<T> =
  | { outcome: 'answered'; value: T }
  | Undecided
  | SignedOut
  /** A definite no, in the server's words. */
  | { outcome: 'rejected'; message: string };

/** As many rows as one question is answered with. */
export const PAGE_ROWS = 1000;

/** What an answer about the lists holds besides: which database gave it, and its greatest revision then. */
export interface ListsState {
  /** Names the database that the revisions belong to. */
  epoch: string;
  rev: number;
}

/** A row as it is since a revision; null: it is gone, or is an alert that was sent. */
export interface RowChange {
  table: KeptTable;
  id: string;
  rev: number;
  row: ReplicaRow | null;
}

/** A row as it comes with the lists. */
export type ReplicaRow<T extends KeptTable = KeptTable> = T extends 'job_applications'
  ? RowOf<T> & { job_title: string | null }
  : RowOf<T>;

export interface FirstCopyQuery {
  part: ReplicaPart;
  /** The day, `YYYY-MM-DD`, from which on a booking is coming. */
  fromDay: string;
  /** After this row; null: from the part's beginning. */
  after: RowPlace | null;
}

/**
 * The server, as a signed-in administrator sees it. Every call carries the user's token; one that the server calls expired
 * is renewed and the call repeated, once. Every call may be repeated without a second effect.
 */
export interface AdminBackend {
  /** Whether the signed-in user is an administrator, now. */
  isAdmin(): Promise<Answered<boolean>>;

  /** Stores a picture under its minted path; a file already there counts as accepted. */
  uploadPicture(
    bucket: Bucket,
    file: OutgoingFile,
    timeoutMs: number,
    onProgress?: (sentBytes: number) => void,
  ): Promise<SendResult>;
  /** Stores a row under its minted id; a row already there counts as accepted. */
  insertRow(table: Entity, row: { id: string } & Record<string, unknown>): Promise<SendResult>;
  /** Removes files; one that is gone already counts as removed. */
  removeFiles(bucket: Bucket, paths: readonly string[]): Promise<SendResult>;
  /** Removes rows, a thousand at most, all or none; one that is gone already counts as removed. */
  deleteRows(table: Entity, ids: readonly string[]): Promise<SendResult>;
  /** Deletes rows of discarded creations, a hundred at most, and has those refused that arrive later. */
  withdrawRows(table: Entity, ids: readonly string[]): Promise<SendResult>;
  /** Which of these ids, a hundred at most, are still there. */
  findRows(table: Entity, ids: readonly string[]): Promise<Answered<string[]>>;

  /** What changed in all lists after a revision, oldest change first, `PAGE_ROWS` at most: there is no other change between them. */
  readChanges(after: number): Promise<Answered<ListsState & { changes: RowChange[] }>>;
  /** Rows of a part of the lists, `PAGE_ROWS` at most. `total` counts the part, and is there at its beginning only. */
  readFirstCopy(
    query: FirstCopyQuery,
  ): Promise<Answered<ListsState & { rows: ReplicaRow[]; total: number | null }>>;
  /** The exact number of a table's rows, without reading any. */
  countRows(table: Entity): Promise<Answered<number>>;

  /** The errors that browsers reported, the newest day and the most frequent first, a hundred at most. */
  readBrowserErrors(): Promise<Answered<BrowserError[]>>;

  /** A link that downloads a résumé, for an hour. */
  signResumeLink(path: string): Promise<Answered<string>>;
  /** Asks the server to email the office about a stored record now, whatever its backoff, and after a bounce too. */
  sendAlert(kind: SubmissionKind, id: string): Promise<SendResult>;
  /** The address of a file in a public bucket. */
  publicUrl(bucket: Bucket, path: string): string;
}

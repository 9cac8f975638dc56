import type { OutgoingSetting, SettingChange, SettingValue } from '../domain/booking-settings.ts';
import type { BookingState, RecordedEvent, Reminder } from '../domain/booking-events.ts';
import type { RecordedReport } from '../domain/crew-reports.ts';
import type { MailOutlook } from '../domain/mail-outlook.ts';
import type { OutgoingOfficeAnswer } from '../domain/office-answer.ts';
import type { Bucket, ReplicaPart, Entity, ReplicaTable, RowPlace } from '../domain/entities.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import type { AnswerResult, OutgoingFile, SendResult, SignedOut, Undecided } from './backend.ts';
import type { SettingRefusal } from '../domain/reasons.ts';
import type { Database } from './database.types.ts';

export type RowOf<T extends ReplicaTable> = Database['public']['Tables'][T]['Row'];

/** The outcome of a read. Nothing throws across this port. */
export type ReadResult<T> =
  | { outcome: 'read'; value: T }
  | Undecided
  | SignedOut
  /** A refusal, in the server's words. */
  | { outcome: 'rejected'; message: string };

export const PAGE_ROWS = 1000;

/**
 * Every answer about the lists has the database's epoch, and its greatest revision at that time.
 */
export interface ListsState {
  /** Names the database of the revisions. */
  epoch: string;
  rev: number;
}

/** Changes of the lists, the server's time, and how the customers' mails stand. */
export interface ChangesPage extends ListsState {
  changes: RowChange[];
  /** ISO 8601; absent in the answer of a former release's server. */
  now?: string;
  /** Null while the server does not know. */
  mails?: MailOutlook | null;
}

/** A row as of a revision; null for a deleted row or a sent alert. */
export interface RowChange {
  table: ReplicaTable;
  id: string;
  rev: number;
  row: ReplicaRow | null;
}

/** A row as the lists return it: a booking without an email address has an empty text. */
export type ReplicaRow<T extends ReplicaTable = ReplicaTable> = T extends 'job_applications'
  ? RowOf<T> & { job_title: string | null }
  : T extends 'bookings'
    ? Omit<RowOf<T>, 'job'> & {
        email: string;
        events: RecordedEvent[];
        settings: SettingChange[];
        reports: RecordedReport[];
        reminders: Reminder[];
        /** The `sequence` of its calendar file. */
        sequence: number;
        /** The address refused an earlier mail, and gets none. */
        is_mail_refused: boolean;
      }
    : RowOf<T>;

/** The present value of a setting, and the revision of its booking. */
export interface SettingState {
  value: SettingValue;
  rev: number;
}

/** The outcome of a setting. `state`: null for a booking that does not exist. */
export type SettingResult =
  | { outcome: 'accepted'; state: SettingState }
  | { outcome: 'rejected'; reason: SettingRefusal; message: string; state: SettingState | null }
  | Exclude<SendResult, { outcome: 'accepted' }>;

export interface FirstCopyQuery {
  part: ReplicaPart;
  /** The first day, `YYYY-MM-DD`, of coming bookings. */
  fromDay: string;
  /** After this row; null for the part's beginning. */
  after: RowPlace | null;
}

/**
 * The server, as a signed-in administrator sees it. Every call carries the user's token; after an
 * expired one, the token is renewed and the call repeated, once. Every call may be repeated without
 * a second effect.
 */
export interface AdminBackend {
  /** Whether the signed-in user is an administrator, now. */
  isAdmin(): Promise<ReadResult<boolean>>;

  /** Stores a picture under its minted path; a file already there counts as accepted. */
  uploadPicture(
    bucket: Bucket,
    file: OutgoingFile,
    timeoutMs: number,
    onProgress?: (sentBytes: number) => void,
  ): Promise<SendResult>;
  /** Stores a row under its minted id; a row already there counts as accepted. */
  insertRow(table: Entity, row: { id: string } & Record<string, unknown>): Promise<SendResult>;
  /** Removes files; a missing file counts as removed. */
  removeFiles(bucket: Bucket, paths: readonly string[]): Promise<SendResult>;
  /** Removes rows, a thousand at most, all or none; a missing row counts as removed. */
  deleteRows(table: Entity, ids: readonly string[]): Promise<SendResult>;
  /**
   * Deletes the rows of discarded creations, a hundred at most, and makes the server refuse them if
   * they arrive later.
   */
  withdrawRows(table: Entity, ids: readonly string[]): Promise<SendResult>;
  /** Those of these ids, a hundred at most, that still exist. */
  findRows(table: Entity, ids: readonly string[]): Promise<ReadResult<string[]>>;

  /** The changes in all lists after a revision, oldest first, `PAGE_ROWS` at most, without gaps. */
  readChanges(after: number): Promise<ReadResult<ChangesPage>>;
  /**
   * Rows of a part of the lists, `PAGE_ROWS` at most. `total` counts the part, on its first page
   * only.
   */
  readFirstCopy(
    query: FirstCopyQuery,
  ): Promise<ReadResult<ListsState & { rows: ReplicaRow[]; total: number | null }>>;
  /** The exact number of a table's rows, without reading them. Visits of series do not count. */
  countRows(table: Entity | 'browser_errors'): Promise<ReadResult<number>>;

  /** A link that downloads a résumé, valid for an hour. */
  signResumeLink(path: string): Promise<ReadResult<string>>;
  /**
   * Asks the server to mail the office about a stored record now, whatever its backoff, and after a
   * bounce too.
   */
  sendAlert(kind: SubmissionKind, id: string): Promise<SendResult>;
  /**
   * Adds an answer to a booking under its minted id; a repeated one counts as accepted. Refused as
   * `changed` if the booking's revision is not the expected one.
   */
  answerBooking(answer: OutgoingOfficeAnswer): Promise<AnswerResult<BookingState>>;
  /**
   * Sets a booking's column, under the minted id of the change; a repeated one counts as accepted.
   * Refused as `changed` if the column has neither the expected value nor the new one.
   */
  setBooking(setting: OutgoingSetting): Promise<SettingResult>;
  /**
   * Asks the server to send the mails about a booking's answers. It sends them later too, so a
   * failure needs no retry.
   */
  sendAnswerMails(bookingId: string): Promise<SendResult>;
  /** The address of a file in a public bucket. */
  publicUrl(bucket: Bucket, path: string): string;
}

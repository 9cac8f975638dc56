import type { BookingState, OfficeAnswer } from '../domain/booking-events.ts';
import type { OfficeAnswerValues } from '../domain/office-answer.ts';
import type { Creation } from '../domain/creation.ts';
import type { ReplicaPart, Entity, ReplicaTable, RowPlace } from '../domain/entities.ts';
import type { User } from '../domain/user.ts';
import type { FileFacts, OutboxEntry, Receipt } from './rows.ts';

/**
 * A change of an administrator that the server has not confirmed. It belongs to that user alone.
 */
export type ChangeEntry = DeleteEntry | CreateEntry | AnswerEntry;

/**
 * A deletion of any number of rows, which lists hide while it waits. Its step is the first row that
 * may still exist.
 */
export interface DeleteEntry extends OutboxEntry<number> {
  kind: 'delete';
  userId: string;
  entity: Entity;
  /**
   * The number of rows stored separately, packed among the files, so that no checkpoint rewrites
   * them.
   */
  rows: DeletedRow[] | { apart: number };
  /** It withdraws a discarded creation, so no list shows it. */
  ofDiscarded?: true;
}

/** A row to delete, with the path of its file. */
export interface DeletedRow {
  id: string;
  path: string | null;
}

/** An addition to a list. Its file is null before the step `prepare`, and without a picture. */
export interface CreateEntry extends OutboxEntry<'prepare' | 'file' | 'row'> {
  kind: 'create';
  userId: string;
  creation: Creation;
  /**
   * The pictures as they were picked, or two to join. Before the step `prepare` their bytes are
   * stored one after the other.
   */
  originals?: readonly OriginalFacts[];
}

/** An answer to a booking. Its id becomes the event's. */
export interface AnswerEntry extends OutboxEntry<'row'> {
  kind: 'answer';
  userId: string;
  bookingId: string;
  /** The revision of the booking that the answer was given to. */
  expectedRevision: number;
  answer: OfficeAnswerValues;
  /** The booking after the answer, once the server has added it. */
  confirmed?: BookingState;
}

/** A picked picture without its bytes. */
export type OriginalFacts = Omit<FileFacts, 'path'>;

/** The receipt of a decided change. `ofDiscarded`: it ended a discarded change, for which nobody waits. */
export type ChangeReceipt = Receipt & { userId: string } & (
    | { kind: 'delete'; entity: Entity; count: number; ofDiscarded: boolean }
    | { kind: 'create'; entity: Creation['entity'] }
    | { kind: 'answer'; bookingId: string; answer: OfficeAnswer }
  );

/** The database that holds a user's replica of the lists. */
export interface StoredReplica {
  /** The name of its database. */
  name: string;
  userId: string;
  /** It is to be removed, and no tab opens it again. */
  isAbandoned: boolean;
}

/** A server row in the replica. */
export interface StoredRow {
  table: ReplicaTable;
  id: string;
  /** ISO 8601, as the server writes it: texts of one list sort like times. */
  createdAt: string;
  row: unknown;
}

/** The cursor of a replica: the revision it has reached. */
export interface Cursor {
  /** The epoch: names the database of the revisions; empty for none yet. */
  epoch: string;
  /** The replica has every change up to this revision. */
  rev: number;
  /**
   * Counts the changes of this replica, so that a page read before a change does not overwrite it.
   */
  changes: number;
  /** Ids of rows added on this device that no pull has brought yet. */
  expected: readonly string[];
  /** When the server last agreed, in milliseconds since 1970; null for never. */
  pulledAt: number | null;
  /** The rest of the initial sync; null once complete. */
  initialSync: InitialSync | null;
}

/** The progress of an initial sync. */
export interface InitialSync {
  /** The first day, `YYYY-MM-DD`, of coming bookings. */
  fromDay: string;
  /** The incomplete parts, the next one first. */
  parts: InitialSyncPart[];
  /** The number of rows here. */
  rows: number;
}

export interface InitialSyncPart {
  part: ReplicaPart;
  /** The last row here; null for none. */
  after: RowPlace | null;
  /** The number of rows to come; null before the first page. */
  left: number | null;
}

/** A single fact about a user's portal on this device. */
export interface PortalFact {
  userId: string;
  key: 'role' | 'counts' | 'last-visit' | 'resumes' | 'push-offer' | `draft:${Creation['entity']}`;
  value: unknown;
}

/**
 * The signed-in user's session on this device. Times are milliseconds since 1970 on this device's
 * clock.
 */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  renewedAt: number;
  expiresAt: number;
  user: User;
}

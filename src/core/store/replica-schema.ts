import type { ReplicaPart, ReplicaTable, RowPlace } from '../domain/entities.ts';
import type { MailOutlook } from '../domain/mail-outlook.ts';

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
  /** How the customers' mails stood when the server last agreed; null while unknown. */
  mails?: MailOutlook | null;
  /**
   * How far the server's clock was ahead of this device's at the last sync, in milliseconds; null
   * while unknown.
   */
  serverAheadMs?: number | null;
}

export interface InitialSync {
  /** The first day, `YYYY-MM-DD`, of coming bookings. */
  fromDay: string;
  /** The incomplete parts, the next one first. */
  parts: InitialSyncPart[];
  rows: number;
}

export interface InitialSyncPart {
  part: ReplicaPart;
  /** The last row here; null for none. */
  after: RowPlace | null;
  /** The number of rows to come; null before the first page. */
  left: number | null;
}

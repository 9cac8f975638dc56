import type { Creation } from '../domain/creation.ts';
import type { ReplicaPart, Entity, KeptTable, RowPlace } from '../domain/entities.ts';
import type { User } from '../domain/user.ts';
import type { Attention, OutboxEntry } from './rows.ts';

/** What an administrator did and the server has not yet confirmed. It belongs to that user alone. */
export type ChangeEntry = DeleteEntry | CreateEntry;

/** A deletion of any number of rows. They are hidden while it waits. Its step is the first row that may not be gone yet. */
export interface DeleteEntry extends OutboxEntry<number> {
  kind: 'delete';
  userId: string;
  entity: Entity;
  /** Where there are many, how many lie apart: packed among the files, so that no checkpoint writes them again. */
  rows: DeletedRow[] | { apart: number };
  /** It removes what was sent of a creation that was discarded, so no list names it. */
  ofDiscarded?: true;
}

/** A row that is to be deleted, with the path of the file that goes with it. */
export interface DeletedRow {
  id: string;
  path: string | null;
}

/** Something new for a list. */
export interface CreateEntry extends OutboxEntry<'file' | 'row'> {
  kind: 'create';
  userId: string;
  creation: Creation;
}

/** A decision about a change: what was asked for, without its content, and why the server did not do it; null when it did. */
export type Decided = { id: string; userId: string; refusal: Attention | null } &
  /** `ofDiscarded`: it ended what was discarded before, which nobody waits for. */
  (
    | { kind: 'delete'; entity: Entity; count: number; ofDiscarded: boolean }
    | { kind: 'create'; entity: Creation['entity'] }
  );

/** What is left of a change once the server has decided about it. */
export type ChangeReceipt = Decided & { settledAt: number };

/** The database that holds a user's replica of the lists. */
export interface StoredReplica {
  /** Of its database. */
  name: string;
  userId: string;
  /** It is to be removed, and nobody opens it any more. */
  isAbandoned: boolean;
}

/** A server row in the replica. */
export interface KeptRow {
  table: KeptTable;
  id: string;
  /** ISO 8601, as the server writes it: texts of one list sort as times do. */
  createdAt: string;
  row: unknown;
}

/** The cursor of a replica: the revision it has reached. */
export interface Cursor {
  /** Names the database that the revisions belong to; empty: of none yet. */
  epoch: string;
  /** The replica has every change up to this revision. */
  rev: number;
  /** Counts the changes of this replica, so that a page read before a change does not overwrite it. */
  changes: number;
  /** The ids of rows that are being added on this device and that no pull has brought yet. */
  expected: readonly string[];
  /** When the server last agreed, in milliseconds since 1970; null: not yet. */
  pulledAt: number | null;
  /** The rest of the initial sync; null once it is complete. */
  initialSync: InitialSync | null;
}

/** The progress of an initial sync. */
export interface InitialSync {
  /** The day, `YYYY-MM-DD`, from which on bookings are coming. */
  fromDay: string;
  /** The parts that are not all here, the next one first. */
  parts: InitialSyncPart[];
  /** How many rows are here. */
  rows: number;
}

export interface InitialSyncPart {
  part: ReplicaPart;
  /** The last row that is here; null: none is. */
  after: RowPlace | null;
  /** How many rows of it are still to come; null: not asked yet. */
  left: number | null;
}

/** A single fact about a user's portal on this device. */
export interface PortalFact {
  userId: string;
  key: 'role' | 'counts' | 'last-visit';
  value: unknown;
}

/** The session of whoever is signed in on this device. Times are milliseconds since 1970 on this device's clock. */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  renewedAt: number;
  expiresAt: number;
  user: User;
}

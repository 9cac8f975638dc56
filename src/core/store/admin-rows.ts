import type { Creation } from '../domain/creation.ts';
import type { Entity, KeptTable } from '../domain/entities.ts';
import type { User } from '../domain/user.ts';
import type { FileFacts, Waiting } from './rows.ts';

/** What an administrator did and the server has not yet confirmed. It belongs to that user alone. */
export type AdminEntry = DeleteEntry | CreateEntry;

interface Owned extends Waiting {
  userId: string;
}

/** A deletion of any number of rows. They are hidden while it waits. */
export interface DeleteEntry extends Owned {
  kind: 'delete';
  entity: Entity;
  /** The rows, with the path of the file that goes with each. */
  rows: { id: string; path: string | null }[];
  /** The ledger: so many of the rows, from the first, are gone from the server. */
  done: number;
  /** It removes what was sent of a creation that was discarded, so no list names it. */
  ofDiscarded?: true;
}

/** Something new for a list. */
export interface CreateEntry extends Owned {
  kind: 'create';
  creation: Creation;
  file: FileFacts | null;
  /** The ledger: the steps before this one are done. */
  step: 'file' | 'row';
}

/** The copy of a row of the server's, for one user. */
export interface KeptRow {
  userId: string;
  table: KeptTable;
  id: string;
  /** ISO 8601, as the server writes it: texts of one list sort as times do. */
  createdAt: string;
  row: unknown;
}

/** How far the copy of a table has come. */
export interface Cursor {
  userId: string;
  table: KeptTable;
  /** Names the database that the revisions belong to. */
  epoch: string;
  /** Every change up to this revision is in the copy. */
  rev: number;
  /** Counts what changed this copy, so that a page that was read before such a change is not written over it. */
  changes: number;
  /** When the server last agreed, in milliseconds since 1970; null until all of a first copy is here. */
  pulledAt: number | null;
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

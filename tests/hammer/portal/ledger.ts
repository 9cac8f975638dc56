import type { Entity } from './core.ts';

/** A record of two administrators: it existed before them, or one of them adds it. */
export interface Item {
  id: string;
  entity: Entity;
  /** A text that is unique to this record, in every copy of it. */
  mark: string;
  file: { path: string; sha256: string } | null;
  /** It existed before they began. */
  isStock: boolean;
}

/** `vanished`: it is neither queued nor decided, and nobody undid it. */
type Fate = 'waiting' | 'done' | 'refused' | 'taken-back' | 'vanished';

/** A deletion, addition or answer that an administrator made, and its fate as far as they know. */
export interface Change {
  /** The entry's id; for an addition also its record's. */
  id: string;
  kind: 'deletion' | 'addition' | 'answer';
  /** Ids of the affected records. */
  ids: readonly string[];
  fate: Fate;
  /** The server cannot accept it. */
  isRefusable: boolean;
}

/** An administrator's actions, and the statements to them. */
export interface Account {
  name: string;
  /** They lost their role: all later changes are refused. */
  hasLostRole: boolean;
  changes: Change[];
  /** Statements that were false when they were made. */
  lies: string[];
  /** Ids that disappeared from the screen although this administrator did not delete them. */
  missed: Set<string>;
  /** Entries still queued on the device at the end. */
  waiting: string[];
  /** Differences between the device's replica and the database at the end. */
  differences: string[];
  /** The number of files on the device without an entry at the end. */
  leftFiles: number;
}

export const openAccount = (name: string): Account => ({
  name,
  hasLostRole: false,
  changes: [],
  lies: [],
  missed: new Set(),
  waiting: [],
  differences: [],
  leftFiles: 0,
});

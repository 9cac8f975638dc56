import type { Entity } from '../../../src/core/domain/entities.ts';
import type { Change } from '../changes.ts';

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

/** An administrator's actions, and the statements to them. */
export interface Account {
  name: string;
  /** They lost their role: all later changes are refused. */
  hasLostRole: boolean;
  changes: readonly Change[];
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

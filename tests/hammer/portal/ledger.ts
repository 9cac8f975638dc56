import type { Entity } from './core.ts';

/** A record that two administrators have to do with: it was there before them, or one of them adds it. */
export interface Item {
  id: string;
  entity: Entity;
  /** A text that is in this record alone, wherever it is stored, and as often as it is. */
  mark: string;
  file: { path: string; sha256: string } | null;
  /** It was there before they began. */
  isStock: boolean;
}

/** `vanished`: it neither waits nor was anything decided, and nobody took it back. */
type Fate = 'waiting' | 'done' | 'refused' | 'taken-back' | 'vanished';

/** A deletion that somebody asked for, or something that they added, and what they know to have become of it. */
export interface Change {
  /** Of the entry; of an addition, of its record too. */
  id: string;
  kind: 'deletion' | 'addition';
  /** The records that it is about. */
  ids: readonly string[];
  fate: Fate;
  /** The server can't take it. */
  isRefusable: boolean;
}

/** What one administrator did and was told. */
export interface Account {
  name: string;
  /** They lost their role on the way: from then on everything is refused. */
  hasLostRole: boolean;
  changes: Change[];
  /** Sentences that were not so when they were said. */
  lies: string[];
  /** Ids that were on the screen and then not, though this administrator had nothing to do with it. */
  missed: Set<string>;
  /** Entries that still wait on the device when all is over. */
  waiting: string[];
  /** Where the device's copy of the lists and the database differ, when all is over. */
  differences: string[];
  /** Files that the device still keeps for nothing. */
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

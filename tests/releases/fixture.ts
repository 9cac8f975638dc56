/** A device as a former release left it: its databases, and what that release showed of them. */
export interface Fixture {
  /** The commit or tag whose code wrote it. */
  commit: string;
  /** The device's clock after the last write, in ms since 1970. */
  now: number;
  databases: StoredDatabase[];
  /** What the person had. */
  items: StoredItem[];
  /** What that release sent an hour later to a server that accepts everything. */
  flushed: Flushed;
}

export interface StoredDatabase {
  name: string;
  /** The version of IndexedDB: ten times Dexie's. */
  version: number;
  stores: Record<string, Store>;
  /** A store without a key path has `{ key, value }` for each row. */
  rows: Record<string, unknown[]>;
}

interface Store {
  keyPath: string | string[] | null;
  autoIncrement: boolean;
  indexes: { name: string; keyPath: string | string[]; unique: boolean; multiEntry: boolean }[];
}

/** One thing on the device, and where that release showed it. */
export interface StoredItem {
  id: string;
  /** Its state in plain words. */
  about: string;
  /** The table of its row. */
  table: string;
  /** The administrator whose it is; null for a visitor's. */
  userId: string | null;
  kind: string;
  /** The screen's own view; null for what no screen shows. */
  shown: { screen: string; view: Record<string, unknown> } | null;
}

interface Flushed {
  /** The requests, as the fake servers name them. */
  visitor: string[];
  admin: string[];
  crew: string[];
  /** The entries that stayed, with the name of their state. */
  left: { id: string; state: string }[];
}

/** An ArrayBuffer in a fixture. */
export interface Bytes {
  $base64: string;
}

import { readHidden, visibleRows, type Hidden } from '../../core/changes/pending.ts';
import { REPLICA_TABLES, type ReplicaTable } from '../../core/domain/entities.ts';
import type { RowOf } from '../../core/server/admin-backend.ts';
import type { Cursor } from '../../core/store/admin-rows.ts';
import { isClosed, withReopen, type Database } from '../../core/store/database.ts';
import { liveRead, type LiveRead } from '../../core/store/live-read.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { createRowMemory, NO_TABLES } from '../../core/sync/row-memory.ts';
import { createListeners } from '../../runtime/listeners.ts';

/** A table's rows in this tab's memory, as the signed-in administrator sees them. */
export interface List<T extends ReplicaTable> {
  /** Newest first, without pending deletions. */
  rows: readonly RowOf<T>[];
  /** False while `rows` holds only the newest. */
  isRead: boolean;
  /** This device has the whole table, as of the last sync. */
  isComplete: boolean;
  /** How many rows this device has, with those in pending deletions. */
  count: number;
  /** When the newest of these was created, ISO 8601; empty without rows. */
  newest: string;
}

export interface Lists {
  tables: { readonly [T in ReplicaTable]: List<T> };
  /** The cursor as of which every row is here; undefined before that and before the first pull. */
  cursor: Cursor | undefined;
  /** Why the replica cannot be read; null if it can, or while its database is closed. */
  error: unknown;
}

const NOTHING: List<ReplicaTable> = {
  rows: [],
  isRead: false,
  isComplete: false,
  count: 0,
  newest: '',
};

export const NO_LISTS = {
  tables: Object.fromEntries(REPLICA_TABLES.map((table) => [table, NOTHING])),
  cursor: undefined,
  error: null,
} as unknown as Lists;

/** The rows of a replica in this tab's memory. */
export interface ListStore {
  /** The same object while nothing changed. */
  lists: () => Lists;
  /** Calls the listener after every change of `lists`; returns a function that stops. */
  subscribe: (listener: () => void) => () => void;
  /** Reads this table first. */
  want: (table: ReplicaTable) => void;
  /**
   * Resolves once the rows are those that the replica had at this call. `mayDiffer`: rows may have
   * been removed without a trace in the cursor. Never rejects.
   */
  bringUp: (mayDiffer?: boolean) => Promise<void>;
}

const isSame = (a: Hidden, b: Hidden) =>
  a.size === b.size &&
  [...a].every(([table, ids]) => {
    const others = b.get(table);
    return others?.size === ids.size && [...ids].every((id) => others.has(id));
  });

/** The ids of all of these. */
function union(all: readonly Hidden[]): Hidden {
  const [first, ...others] = all;
  if (first && others.length === 0) return first;
  const united = new Map<ReplicaTable, Set<string>>();
  for (const [table, ids] of all.flatMap((hidden) => [...hidden]))
    united.set(table, new Set([...(united.get(table) ?? []), ...ids]));
  return united;
}

/**
 * Keeps the rows of one user's replica in memory, until the replica is closed for good. It follows
 * pulls, confirmed changes and the user's pending changes, whichever tab made them.
 */
export function createListStore(db: Database, replica: ReplicaDatabase, userId: string): ListStore {
  const memory = createRowMemory(replica);
  const listeners = createListeners();
  let lists = NO_LISTS;
  let error: unknown = null;
  /**
   * The pending deletions: as of now, last, and as of earlier times that the rows may be older
   * than. A deletion that has ended hides its rows until they were read again: none flashes back.
   */
  let hidden: Hidden[] = [];
  let shown = { tables: NO_TABLES, hidden: union(hidden) };

  function publish(): void {
    if (replica.isClosedForGood) return;
    const all = union(hidden);
    const next = {
      // Nothing is shown before the pending deletions are known.
      tables: hidden.length > 0 ? memory.tables() : NO_TABLES,
      hidden: isSame(all, shown.hidden) ? shown.hidden : all,
    };
    const cursor = memory.cursor();
    const listOf = (table: ReplicaTable): List<ReplicaTable> => {
      const { rows, isRead } = next.tables[table];
      const before = lists.tables[table];
      const isComplete = isRead && cursor !== undefined && isAllHere(cursor, table);
      const isSameRows =
        next.tables[table] === shown.tables[table] &&
        next.hidden.get(table) === shown.hidden.get(table);
      if (isSameRows && isComplete === before.isComplete) return before;
      return {
        rows: isSameRows ? before.rows : visibleRows(rows, table, next.hidden),
        isRead,
        isComplete,
        count: rows.length,
        newest: rows[0]?.created_at ?? '',
      };
    };
    const tables = Object.fromEntries(
      REPLICA_TABLES.map((table) => [table, listOf(table)]),
    ) as unknown as Lists['tables'];
    const isSameTables = REPLICA_TABLES.every((table) => tables[table] === lists.tables[table]);
    shown = next;
    lists = { tables: isSameTables ? lists.tables : tables, cursor, error };
    listeners.emit();
  }

  function fail(cause: unknown): void {
    error = isClosed(cause) ? null : cause;
    publish();
  }

  let isDifferent = false;
  async function bringUpOnce(): Promise<void> {
    try {
      addHidden(await withReopen(() => readHidden(db, userId)));
      const now = hidden.length - 1;
      // A full device may have removed deleted rows without a trace in the cursor.
      const steps = memory.bringUp(now > 0 || isDifferent);
      isDifferent = false;
      while (!(await steps.next()).done) publish();
      hidden = hidden.slice(now);
      error = null;
      publish();
    } catch (cause) {
      fail(cause);
    }
  }

  let isWanted = false;
  let running: Promise<void> | null = null;
  async function run(): Promise<void> {
    do {
      isWanted = false;
      await bringUpOnce();
    } while (isWanted && !replica.isClosedForGood);
    // Here and not when the promise is settled: a call between the two would be lost.
    running = null;
  }
  function bringUp(mayDiffer = false): Promise<void> {
    isDifferent ||= mayDiffer;
    isWanted = true;
    return (running ??= run());
  }

  /** False if these are the pending deletions that are known. */
  function addHidden(value: Hidden): boolean {
    const known = hidden.at(-1);
    if (known && isSame(value, known)) return false;
    hidden = [...hidden, value];
    return true;
  }

  function note({ value, error: cause }: LiveRead<Hidden>): void {
    if (cause !== null) return fail(cause);
    if (!value || !addHidden(value)) return;
    publish();
    void bringUp();
  }

  const watches = [
    liveRead(() => readHidden(db, userId)).subscribe(note),
    liveRead(() => replica.readCursor()).subscribe(({ error: cause }) =>
      cause === null ? void bringUp() : fail(cause),
    ),
  ];
  replica.closedForGood.addEventListener('abort', () => {
    for (const watch of watches) watch.unsubscribe();
    memory.forget();
    shown = { tables: NO_TABLES, hidden: new Map() };
    lists = NO_LISTS;
    listeners.emit();
  });

  return { lists: () => lists, subscribe: listeners.add, want: memory.want, bringUp };
}

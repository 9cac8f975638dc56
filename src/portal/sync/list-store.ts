import {
  readPending,
  visibleRows,
  type Hidden,
  type Pending,
  type PendingAnswer,
} from '../../core/changes/pending.ts';
import { REPLICA_TABLES, type ReplicaTable } from '../../core/domain/entities.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Cursor } from '../../core/store/admin-rows.ts';
import { isClosed, withReopen, type Database } from '../../core/store/database.ts';
import { liveRead, type LiveRead } from '../../core/store/live-read.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { createRowMemory, NO_TABLES } from '../../core/sync/row-memory.ts';
import { createListeners } from '../../runtime/listeners.ts';

/** A table's rows in this tab's memory, as the signed-in administrator sees them. */
export interface List<T extends ReplicaTable> {
  /** Newest first, without pending deletions and with waiting answers. */
  rows: readonly ReplicaRow<T>[];
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
  /** The answers that the server has not added, by booking. */
  answers: Pending['answers'];
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
  answers: new Map<string, PendingAnswer>(),
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

const isSameHidden = (a: Hidden, b: Hidden) =>
  a.size === b.size &&
  [...a].every(([table, ids]) => {
    const others = b.get(table);
    return others?.size === ids.size && [...ids].every((id) => others.has(id));
  });

/** Which answer is laid over each booking. Its attempts do not matter. */
const layOf = (answers: Pending['answers']) =>
  [...answers.values()]
    .filter(({ attention }) => !attention)
    .map(({ entry }) => entry.id)
    .sort()
    .join();

/** True when both lay the same over the rows. */
const isSame = (a: Pending, b: Pending) =>
  isSameHidden(a.hidden, b.hidden) && layOf(a.answers) === layOf(b.answers);

const NO_PENDING: Pending = { hidden: new Map(), answers: new Map() };

/** All of these; of two answers to one booking, that of the later. */
function union(all: readonly Pending[]): Pending {
  const [first, ...others] = all;
  if (!first || others.length === 0) return first ?? NO_PENDING;
  const hidden = new Map<ReplicaTable, Set<string>>();
  for (const [table, ids] of all.flatMap((pending) => [...pending.hidden]))
    hidden.set(table, new Set([...(hidden.get(table) ?? []), ...ids]));
  return { hidden, answers: new Map(all.flatMap(({ answers }) => [...answers])) };
}

/**
 * Keeps the rows of one user's replica in memory, until the replica is closed for good. It follows
 * pulls, confirmed changes and the user's pending changes, whichever tab made them.
 */
export function createListStore(db: Database, replica: ReplicaDatabase, userId: string): ListStore {
  const memory = createRowMemory(replica);
  const listeners = createListeners();
  const read = () => readPending(db, userId, Date.now());
  let lists = NO_LISTS;
  let error: unknown = null;
  /**
   * The pending changes: as of now, last, and as of earlier times that the rows may be older than.
   * A change that has ended is laid over its rows until they were read again: none flashes back.
   */
  let pending: Pending[] = [];
  let shown = { tables: NO_TABLES, pending: NO_PENDING };

  function publish(): void {
    if (replica.isClosedForGood) return;
    const all = union(pending);
    const next = {
      // Nothing is shown before the pending changes are known.
      tables: pending.length > 0 ? memory.tables() : NO_TABLES,
      pending: isSame(all, shown.pending) ? shown.pending : all,
    };
    const cursor = memory.cursor();
    const listOf = (table: ReplicaTable): List<ReplicaTable> => {
      const { rows, isRead } = next.tables[table];
      const before = lists.tables[table];
      const isComplete = isRead && cursor !== undefined && isAllHere(cursor, table);
      const isSameRows =
        next.tables[table] === shown.tables[table] &&
        next.pending.hidden.get(table) === shown.pending.hidden.get(table) &&
        (table !== 'bookings' || next.pending.answers === shown.pending.answers);
      if (isSameRows && isComplete === before.isComplete) return before;
      return {
        rows: isSameRows ? before.rows : visibleRows(rows, table, next.pending),
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
    const answers = pending.at(-1)?.answers ?? NO_PENDING.answers;
    lists = { tables: isSameTables ? lists.tables : tables, answers, cursor, error };
    listeners.emit();
  }

  function fail(cause: unknown): void {
    error = isClosed(cause) ? null : cause;
    publish();
  }

  let isDifferent = false;
  async function bringUpOnce(): Promise<void> {
    try {
      addPending(await withReopen(read));
      const now = pending.length - 1;
      // A full device may have removed deleted rows without a trace in the cursor.
      const steps = memory.bringUp(now > 0 || isDifferent);
      isDifferent = false;
      while (!(await steps.next()).done) publish();
      pending = pending.slice(now);
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

  /** False if these lie over the rows as the known ones do. */
  function addPending(value: Pending): boolean {
    const known = pending.at(-1);
    const isNew = !known || !isSame(value, known);
    pending = isNew ? [...pending, value] : [...pending.slice(0, -1), value];
    return isNew;
  }

  function note({ value, error: cause }: LiveRead<Pending>): void {
    if (cause !== null) return fail(cause);
    if (!value) return;
    const isNew = addPending(value);
    publish();
    if (isNew) void bringUp();
  }

  const watches = [
    liveRead(read).subscribe(note),
    liveRead(() => replica.readCursor()).subscribe(({ error: cause }) =>
      cause === null ? void bringUp() : fail(cause),
    ),
  ];
  replica.closedForGood.addEventListener('abort', () => {
    for (const watch of watches) watch.unsubscribe();
    memory.forget();
    shown = { tables: NO_TABLES, pending: NO_PENDING };
    lists = NO_LISTS;
    listeners.emit();
  });

  return { lists: () => lists, subscribe: listeners.add, want: memory.want, bringUp };
}

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

/** Both; of two answers to one booking, the second's. A table's unchanged ids stay the same set. */
function union(a: Pending, b: Pending): Pending {
  const hidden = new Map(a.hidden);
  for (const [table, ids] of b.hidden) {
    const known = hidden.get(table) ?? new Set();
    const more = [...ids].filter((id) => !known.has(id));
    if (more.length > 0) hidden.set(table, new Set([...known, ...more]));
  }
  return { hidden, answers: new Map([...a.answers, ...b.answers]) };
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
  /** The pending changes; null before they are known, and nothing is shown. */
  let pending: Pending | null = null;
  /**
   * The pending changes that lie over the rows, and those that ended since the rows were read: no
   * deleted row flashes back.
   */
  let overlay = NO_PENDING;
  /** Each table's list, and what it was made of. */
  const made = new Map<ReplicaTable, { of: readonly unknown[]; list: List<ReplicaTable> }>();

  function listOf(table: ReplicaTable): List<ReplicaTable> {
    const stored = (pending ? memory.tables() : NO_TABLES)[table];
    const cursor = memory.cursor();
    const isComplete = stored.isRead && cursor !== undefined && isAllHere(cursor, table);
    const answers = table === 'bookings' ? overlay.answers : null;
    const of = [stored, isComplete, overlay.hidden.get(table), answers];
    const known = made.get(table);
    if (known?.of.every((part, place) => part === of[place])) return known.list;
    const list = {
      rows: visibleRows(stored.rows, table, overlay),
      isRead: stored.isRead,
      isComplete,
      count: stored.rows.length,
      newest: stored.rows[0]?.created_at ?? '',
    };
    made.set(table, { of, list });
    return list;
  }

  function publish(): void {
    if (replica.isClosedForGood) return;
    const tables = Object.fromEntries(
      REPLICA_TABLES.map((table) => [table, listOf(table)]),
    ) as unknown as Lists['tables'];
    const isSameTables = REPLICA_TABLES.every((table) => tables[table] === lists.tables[table]);
    lists = {
      tables: isSameTables ? lists.tables : tables,
      answers: pending?.answers ?? NO_PENDING.answers,
      cursor: memory.cursor(),
      error,
    };
    listeners.emit();
  }

  function layOver(value: Pending): void {
    const all = union(overlay, value);
    if (!isSame(all, overlay)) overlay = all;
  }

  function fail(cause: unknown): void {
    error = isClosed(cause) ? null : cause;
    publish();
  }

  let isDifferent = false;
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function bringUpOnce(): Promise<void> {
    try {
      const before = pending;
      const now = await withReopen(read);
      if (pending === before) pending = now;
      layOver(now);
      const hasEnded = !isSame(now, overlay);
      // A full device may have removed deleted rows without a trace in the cursor.
      const steps = memory.bringUp(hasEnded || isDifferent);
      isDifferent = false;
      while (!(await steps.next()).done) publish();
      // A change that came meanwhile may have ended since the rows were read: the next run reads them.
      if (hasEnded && !isWanted) overlay = now;
      error = null;
      publish();
    } catch (cause) {
      fail(cause);
    }
  }

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

  function note({ value, error: cause }: LiveRead<Pending>): void {
    if (cause !== null) return fail(cause);
    if (!value) return;
    const isNew = !pending || !isSame(value, pending);
    pending = value;
    layOver(value);
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
    pending = null;
    overlay = NO_PENDING;
    made.clear();
    lists = NO_LISTS;
    listeners.emit();
  });

  return { lists: () => lists, subscribe: listeners.add, want: memory.want, bringUp };
}

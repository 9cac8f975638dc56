import { readPending, visibleRows, type Hidden, type Pending } from '../../core/waiting/pending.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { REPLICA_TABLES, type ReplicaTable } from '../../core/domain/entities.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import type { Cursor } from '../../core/store/replica-schema.ts';
import { isClosed, withReopen, type Database } from '../../core/store/database.ts';
import { liveRead, type LiveRead } from '../../core/store/live-read.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isAllHere } from '../../core/replica/initial-sync.ts';
import { createRowMemory, NO_TABLES } from '../../core/replica/row-memory.ts';
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
  /** When the newest of these was created, but for visits, ISO 8601; empty without rows. */
  newest: string;
}

export interface Lists {
  tables: { readonly [T in ReplicaTable]: List<T> };
  answers: Pending['answers'];
  settings: Pending['settings'];
  /** The cursor as of which every row is here; undefined before that and before the first pull. */
  cursor: Cursor | undefined;
  /** The replica's cursor, which the rows may not have reached; undefined before it is read. */
  latest: Cursor | undefined;
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
  answers: new Map(),
  settings: new Map(),
  cursor: undefined,
  latest: undefined,
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

/** Which rows have another version. The attempts to send it do not matter. */
const changesOf = ({ changes }: Laid) => changes.map(({ entryId }) => entryId).join();

/** The part of the pending entries that lies over the rows. */
type Laid = Pick<Pending, 'hidden' | 'changes'>;

/** True when both lay the same over the rows. */
const isSame = (a: Laid, b: Laid) =>
  isSameHidden(a.hidden, b.hidden) && changesOf(a) === changesOf(b);

const NOTHING_LAID: Laid = { hidden: new Map(), changes: [] };

/** Both. A table's unchanged ids stay the same set. */
function union(a: Laid, b: Laid): Laid {
  const hidden = new Map(a.hidden);
  for (const [table, ids] of b.hidden) {
    const known = hidden.get(table) ?? new Set();
    const more = [...ids].filter((id) => !known.has(id));
    if (more.length > 0) hidden.set(table, new Set([...known, ...more]));
  }
  const known = new Set(a.changes.map(({ entryId }) => entryId));
  const more = b.changes.filter(({ entryId }) => !known.has(entryId));
  return { hidden, changes: more.length > 0 ? [...a.changes, ...more] : a.changes };
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
  let latest: Cursor | undefined;
  let error: unknown = null;
  /** The pending changes; null before they are known, and nothing is shown. */
  let pending: Pending | null = null;
  /**
   * The pending changes that lie over the rows, and those that ended since the rows were read: no
   * deleted row flashes back.
   */
  let overlay = NOTHING_LAID;
  /** Each table's list, and what it was made of. */
  const made = new Map<ReplicaTable, { of: readonly unknown[]; list: List<ReplicaTable> }>();

  function listOf(table: ReplicaTable): List<ReplicaTable> {
    const stored = (pending ? memory.tables() : NO_TABLES)[table];
    const cursor = memory.cursor();
    const isComplete = stored.isRead && cursor !== undefined && isAllHere(cursor, table);
    const changes = overlay.changes.filter((change) => change.table === table);
    const laid = changes.map(({ entryId }) => entryId).join();
    const of = [stored, isComplete, overlay.hidden.get(table), laid];
    const known = made.get(table);
    if (known?.of.every((part, place) => part === of[place])) return known.list;
    const list = {
      rows: visibleRows(stored.rows, table, overlay),
      isRead: stored.isRead,
      isComplete,
      count: stored.rows.length,
      newest: stored.rows.find((row) => !isVisit(row))?.created_at ?? '',
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
      answers: pending?.answers ?? NO_LISTS.answers,
      settings: pending?.settings ?? NO_LISTS.settings,
      cursor: memory.cursor(),
      latest,
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
    liveRead(() => replica.readCursor()).subscribe(({ value, error: cause }) => {
      if (cause !== null) return fail(cause);
      latest = value;
      publish();
      void bringUp();
    }),
  ];
  replica.closedForGood.addEventListener('abort', () => {
    for (const watch of watches) watch.unsubscribe();
    memory.forget();
    pending = null;
    overlay = NOTHING_LAID;
    made.clear();
    lists = NO_LISTS;
    listeners.emit();
  });

  return { lists: () => lists, subscribe: listeners.add, want: memory.want, bringUp };
}

import type { ReplicaRow } from '../server/admin-backend.ts';
import { REPLICA_TABLES, type ReplicaTable } from '../domain/entities.ts';
import type { Cursor, StoredRow } from '../store/replica-schema.ts';
import { withReopen } from '../store/database.ts';
import { parseRow } from './parse-row.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';

/** The rows of a table that are read before all others. */
const HEAD_ROWS = 50;
/** Rows and keys a request: few enough to drop no frame. */
const SLICE_ROWS = 500;
const SLICE_KEYS = 2000;

/** The rows of one table in memory, newest first. */
export interface TableRows {
  rows: readonly ReplicaRow[];
  /** False while `rows` is empty or holds only the newest. */
  isRead: boolean;
}

export interface RowMemory {
  tables: () => Readonly<Record<ReplicaTable, TableRows>>;
  /** The cursor as of which every row is here; undefined before that and before the first pull. */
  cursor: () => Cursor | undefined;
  /** Reads this table first. */
  want: (table: ReplicaTable) => void;
  /**
   * Brings the rows to the replica's state, and yields after each change of `tables`. Skips a
   * replica whose cursor says that it is the same, unless it `mayDiffer`. Call it again after it
   * rejects. One call at a time.
   */
  bringUp: (mayDiffer: boolean) => AsyncGenerator<void>;
  forget: () => void;
}

const NOT_READ: TableRows = { rows: [], isRead: false };
export const NO_TABLES = Object.fromEntries(
  REPLICA_TABLES.map((table) => [table, NOT_READ]),
) as Record<ReplicaTable, TableRows>;

/** False for a list of a later release, whose server or page this device may have met. */
const isKnown = (table: string): table is ReplicaTable => table in NO_TABLES;

/** As the index `[table+createdAt+id]`, backwards. */
function byNewest(a: ReplicaRow, b: ReplicaRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** A confirmed answer has its booking's revision before a pull brings the whole row. */
const isSame = (known: ReplicaRow | undefined, row: ReplicaRow) =>
  known?.rev === row.rev && JSON.stringify(known) === JSON.stringify(row);

/** True when the rows of a cursor differ from those of an earlier one only by what came since. */
const continues = (before: Cursor | undefined, now: Cursor | undefined): boolean =>
  before?.epoch === now?.epoch &&
  (before?.rev ?? 0) <= (now?.rev ?? 0) &&
  (!now?.initialSync || (before?.initialSync?.rows ?? Infinity) <= now.initialSync.rows);

export function createRowMemory(replica: ReplicaDatabase): RowMemory {
  let tables: Readonly<Record<ReplicaTable, TableRows>> = NO_TABLES;
  /** Null before every row was read. */
  let read: { cursor: Cursor | undefined } | null = null;
  const wanted = new Set<ReplicaTable>();

  const store = (table: ReplicaTable, rows: readonly ReplicaRow[], isRead: boolean) =>
    (tables = { ...tables, [table]: { rows, isRead } });

  const readHead = (table: ReplicaTable) =>
    withReopen(() =>
      replica.keptRows
        .where('[table+createdAt+id]')
        .between([table], [table, []])
        .reverse()
        .limit(HEAD_ROWS)
        .toArray(),
    );

  /** Reads the beginning of the wanted tables. */
  async function* readHeads(): AsyncGenerator<void> {
    for (const table of wanted) {
      wanted.delete(table);
      if (tables[table] !== NOT_READ) continue;
      store(table, (await readHead(table)).map(parseRow), false);
      yield;
    }
  }

  /** Reads a table in slices by its primary key: browsers read an index five times as slowly. */
  async function* readAll(table: ReplicaTable): AsyncGenerator<void, ReplicaRow[]> {
    const rows: ReplicaRow[] = [];
    let slice: StoredRow[] = [];
    do {
      yield* readHeads();
      const from = [table, slice.at(-1)?.id ?? ''];
      slice = await withReopen(() =>
        replica.keptRows
          .where('[table+id]')
          .between(from, [table, []], false)
          .limit(SLICE_ROWS)
          .toArray(),
      );
      for (const stored of slice) rows.push(parseRow(stored));
    } while (slice.length === SLICE_ROWS);
    return rows;
  }

  async function* fill(): AsyncGenerator<void> {
    yield* readHeads();
    // A table whose beginning is shown comes first.
    const order = [...REPLICA_TABLES].sort((a, b) => tables[b].rows.length - tables[a].rows.length);
    for (const table of order) {
      const rows = yield* readAll(table);
      store(table, rows.sort(byNewest), true);
      yield;
    }
  }

  /** The rows that changed since a revision, oldest change first. */
  async function readChanged(rev: number): Promise<StoredRow[]> {
    const changed: StoredRow[] = [];
    let slice: StoredRow[] = [];
    do {
      const last = slice.at(-1);
      const from = last ? parseRow(last).rev : rev;
      slice = await withReopen(() =>
        replica.keptRows.where('row.rev').above(from).limit(SLICE_ROWS).toArray(),
      );
      changed.push(...slice);
    } while (slice.length === SLICE_ROWS);
    return changed;
  }

  /** The ids of each table's rows in the replica. */
  async function readIds(): Promise<Record<ReplicaTable, Set<string>>> {
    const ids = Object.fromEntries(
      REPLICA_TABLES.map((table) => [table, new Set<string>()]),
    ) as Record<ReplicaTable, Set<string>>;
    let slice: [string, string][] = [];
    do {
      const from = slice.at(-1) ?? [''];
      slice = await withReopen(() =>
        replica.keptRows.where('[table+id]').above(from).limit(SLICE_KEYS).primaryKeys(),
      );
      for (const [table, id] of slice) if (isKnown(table)) ids[table].add(id);
    } while (slice.length === SLICE_KEYS);
    return ids;
  }

  const readNamed = async (keys: readonly [string, string][]): Promise<StoredRow[]> => {
    const found: StoredRow[] = [];
    for (let at = 0; at < keys.length; at += SLICE_ROWS) {
      const slice = keys.slice(at, at + SLICE_ROWS);
      const rows = await withReopen(() => replica.keptRows.bulkGet(slice));
      found.push(...rows.flatMap((row) => row ?? []));
    }
    return found;
  };

  /**
   * Reads the rows with a higher revision, and compares keys: a deletion leaves no row, and an
   * initial sync brings rows of lower revisions.
   */
  async function* follow(rev: number): AsyncGenerator<void> {
    const changed = await readChanged(rev);
    const ids = await readIds();
    const here = Object.fromEntries(
      REPLICA_TABLES.map((table) => [
        table,
        new Map(tables[table].rows.map((row) => [row.id, row] as const)),
      ]),
    ) as Record<ReplicaTable, Map<string, ReplicaRow>>;
    const touched = new Set<ReplicaTable>();
    const take = (stored: StoredRow) => {
      const { table, id } = stored;
      const row = parseRow(stored);
      // The same, or deleted since it was read.
      if (isSame(here[table].get(id), row) || !ids[table].has(id)) return;
      here[table].set(id, row);
      touched.add(table);
    };

    changed.filter(({ table }) => isKnown(table)).forEach(take);
    const missing = REPLICA_TABLES.flatMap((table) =>
      [...ids[table]]
        .filter((id) => !here[table].has(id))
        .map((id): [string, string] => [table, id]),
    );
    (await readNamed(missing)).forEach(take);
    for (const table of REPLICA_TABLES) {
      for (const id of here[table].keys())
        if (!ids[table].has(id) && here[table].delete(id)) touched.add(table);
      if (touched.has(table)) store(table, [...here[table].values()].sort(byNewest), true);
    }
    yield;
  }

  return {
    tables: () => tables,
    cursor: () => read?.cursor,
    want: (table) => void wanted.add(table),

    async *bringUp(mayDiffer) {
      const cursor = await withReopen(() => replica.readCursor());
      if (!read || !continues(read.cursor, cursor)) yield* fill();
      else if (mayDiffer || read.cursor?.changes !== cursor?.changes)
        yield* follow(read.cursor?.rev ?? 0);
      read = { cursor };
      yield;
    },

    forget() {
      tables = NO_TABLES;
      read = null;
    },
  };
}

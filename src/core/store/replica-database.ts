import type { Table } from 'dexie';
import type { ReplicaTable } from '../domain/entities.ts';
import type { Cursor, StoredRow } from './replica-schema.ts';
import { withReopen } from './database.ts';
import { endWhenLeft } from './page-left.ts';
import { ReopeningDatabase } from './reopening-database.ts';

/** The key of the only cursor. */
const CURSOR = 'lists';

/**
 * One user's replica of the lists, in a database of its own, so that deleting all of it takes
 * milliseconds. The server has every row, so transactions may reach the disk late. After any tab
 * deletes the database, every call on this object rejects with DatabaseClosedError.
 */
export class ReplicaDatabase extends ReopeningDatabase {
  declare readonly keptRows: Table<StoredRow, [string, string]>;
  declare readonly cursor: Table<Cursor, typeof CURSOR>;

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'relaxed' });
    this.version(2).stores({
      keptRows: '[table+id], [table+createdAt+id], row.rev',
      cursor: '',
    });
    // No server has this epoch: at the next contact the copy starts again, with rows of this form.
    this.version(3).upgrade(async (replica) => {
      const cursors = replica.table<Cursor, string>('cursor');
      const cursor = await cursors.get(CURSOR);
      if (cursor?.epoch) await cursors.put({ ...cursor, epoch: 'of 1.0.0' }, CURSOR);
    });
    this.use(endWhenLeft);
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return;
      this.closeForGood();
      return false;
    });
  }

  readCursor(): Promise<Cursor | undefined> {
    return this.cursor.get(CURSOR);
  }

  writeCursor(cursor: Cursor): Promise<unknown> {
    return this.cursor.put(cursor, CURSOR);
  }
}

/** One transaction over all of a replica. */
export const inReplica = <T>(replica: ReplicaDatabase, work: () => Promise<T>): Promise<T> =>
  withReopen(() => replica.transaction('rw', replica.tables, work));

/** Names a row of a replica: its table and its id. */
export type RowKey = [ReplicaTable, string];

/** A change of this device that the server confirmed. */
interface Confirmed {
  table: ReplicaTable;
  gone: readonly { id: string }[];
  row: { id: string; created_at: string } | undefined;
}

/** The number of ids remembered: enough for a tab that sleeps for months. */
const MOST_EXPECTED = 200;

/**
 * Marks a row added on this device as expected: the replica takes it when the server confirms it,
 * unless a pull brought it first. When this fails, the next pull brings the row.
 */
export const expectRow = (replica: ReplicaDatabase, id: string): Promise<void> =>
  inReplica(replica, async () => {
    const cursor = await replica.readCursor();
    // Raises the count of changes too, so that a page requested earlier is requested again.
    if (cursor)
      await replica.writeCursor({
        ...cursor,
        changes: cursor.changes + 1,
        expected: [...cursor.expected, id].slice(-MOST_EXPECTED),
      });
  });

/** The expected rows that neither the replica nor these changes contain. */
export const stillExpected = ({ expected }: Cursor, heardOf: readonly string[]): string[] =>
  expected.filter((id) => !heardOf.includes(id));

/**
 * Applies a confirmed change of a row until the next pull brings the server's. A page that was read
 * earlier does not overwrite it. A row that is not here stays away, and so does an older change.
 * `change`: null leaves the row.
 */
export const changeConfirmed = <Row extends { rev: number }>(
  replica: ReplicaDatabase,
  key: RowKey,
  rev: number,
  change: (row: Row) => Row | null,
): Promise<void> =>
  inReplica(replica, async () => {
    const [cursor, kept] = await Promise.all([replica.readCursor(), replica.keptRows.get(key)]);
    const row = kept?.row as Row | undefined;
    if (!cursor || !kept || !row || row.rev >= rev) return;
    const changed = change(row);
    if (!changed) return;
    await replica.writeCursor({ ...cursor, changes: cursor.changes + 1 });
    await replica.keptRows.put({ ...kept, row: { ...changed, rev } });
  });

/**
 * Applies a confirmed change: removes deleted rows, and adds this one until the next pull brings
 * the server's. A page that was read earlier does not overwrite it. A row that the replica already
 * had stays unchanged: a tab that slept may confirm the row after its deletion. A deleted replica
 * is left alone, and a full device still removes rows. Rejects when it cannot remove them: deleted
 * rows must not reappear.
 */
export async function applyConfirmed(
  replica: ReplicaDatabase,
  { table, gone, row }: Confirmed,
): Promise<void> {
  const forget = () => replica.keptRows.bulkDelete(gone.map(({ id }): RowKey => [table, id]));
  const follow = async () => {
    const cursor = await replica.readCursor();
    // Without a cursor nothing was pulled yet.
    if (!cursor) return;
    const heardOf = [...gone.map(({ id }) => id), ...(row ? [row.id] : [])];
    await replica.writeCursor({
      ...cursor,
      changes: cursor.changes + 1,
      expected: stillExpected(cursor, heardOf),
    });
    await forget();
    if (row && cursor.expected.includes(row.id))
      await replica.keptRows.put({ table, id: row.id, createdAt: row.created_at, row });
  };
  await inReplica(replica, follow).catch(() => {
    if (!replica.isClosedForGood) return inReplica(replica, forget);
  });
}

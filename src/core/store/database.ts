import type { Table } from 'dexie';
import type {
  ChangeEntry,
  ChangeReceipt,
  StoredReplica,
  PortalFact,
  StoredSession,
} from './admin-rows.ts';
import { endWhenLeft, whenShown } from './page-left.ts';
import { ReopeningDatabase } from './reopening-database.ts';
import type { Draft, DraftFile, SubmissionEntry, Fact, FileRow, Receipt } from './rows.ts';

/**
 * The device's database, which visitors and staff share; each administrator's replica of the lists is a `ReplicaDatabase`. Every
 * transaction is on disk before it counts as done (`strict`). The schema only grows: an upgrade asked for by another tab closes
 * this connection, and the next operation opens it again.
 */
export class Database extends ReopeningDatabase {
  declare readonly entries: Table<SubmissionEntry, string>;
  declare readonly files: Table<FileRow, string>;
  declare readonly receipts: Table<Receipt, string>;
  declare readonly drafts: Table<Draft, string>;
  declare readonly draftFiles: Table<DraftFile, string>;
  declare readonly facts: Table<Fact, string>;
  declare readonly adminEntries: Table<ChangeEntry, string>;
  declare readonly adminFiles: Table<FileRow, string>;
  declare readonly changeReceipts: Table<ChangeReceipt, string>;
  declare readonly replicas: Table<StoredReplica, string>;
  declare readonly portalFacts: Table<PortalFact, [string, string]>;
  declare readonly session: Table<StoredSession, 'current'>;

  constructor(name = 'cleaning') {
    super(name, { chromeTransactionDurability: 'strict' });
    this.version(1).stores({
      entries: 'id',
      files: 'id',
      receipts: 'id, sentAt',
      drafts: 'form',
      draftFiles: 'form, savedAt',
      facts: 'key',
      adminEntries: 'id',
      adminFiles: 'id',
      changeReceipts: 'id, settledAt',
      replicas: 'name',
      portalFacts: '[userId+key]',
      session: '',
    });
    this.use(endWhenLeft);
  }
}

/** Runs an operation, once more if the browser closed the database under it, or when the page is shown again that was left amid it. */
export async function withReopen<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (!isClosed(error)) throw error;
    const shown = whenShown();
    if (error.name === 'AbortError' && !shown) throw error;
    await shown;
    return operation();
  }
}

/** Runs an operation, once more when a database that could not be opened is open again, if that is within `patienceMs`. */
export async function onceOpen<T>(
  db: Database,
  patienceMs: number,
  operation: () => Promise<T>,
): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (!isClosed(error)) throw error;
    await db.whenSettled(patienceMs);
    return operation();
  }
}

const CLOSED = new Set([
  'DatabaseClosedError',
  'OpenFailedError',
  'MissingAPIError',
  'InvalidStateError',
  'AbortError',
]);

/**
 * True for what is rejected because the database was closed or could not be opened, or its page left: it says nothing of what was
 * asked for. A transaction that was aborted for an error of its own has that inside.
 */
export const isClosed = (error: unknown): error is Error =>
  error instanceof Error &&
  CLOSED.has(error.name) &&
  (error.name !== 'AbortError' || !('inner' in error) || !error.inner || isClosed(error.inner));

/** Whether something could not be written for lack of room, as the browser says it or as Dexie wraps it. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' || ('inner' in error && isFull(error.inner)));

/**
 * What is read; null when it is there and can't be read: a browser keeps large values in files of their own, which may be gone.
 * Rejects when the database was closed.
 */
export const ifReadable = async <T>(reading: PromiseLike<T>): Promise<T | null> => {
  try {
    return await reading;
  } catch (error) {
    if (isClosed(error)) throw error;
    console.warn('Something on this device could not be read:', error);
    return null;
  }
};

import type { Table } from 'dexie';
import { endWhenLeft, whenShown } from './page-left.ts';
import { reopenDelayMs, ReopeningDatabase } from './reopening-database.ts';
import type {
  CrewRow,
  Fact,
  FileRow,
  FormFile,
  OutboxEntry,
  PortalFact,
  Receipt,
  StoredForm,
  StoredReplica,
  StoredSession,
} from './device-schema.ts';
import { settingOfAnswer } from './former-settings.ts';

/**
 * The device's database, shared by visitors and staff; each administrator's replica of the lists is
 * a `ReplicaDatabase`. Every transaction is on disk before it completes (`strict`). The schema only
 * grows: an upgrade by another tab closes this connection, and the next operation opens it again.
 */
export class Database extends ReopeningDatabase {
  declare readonly entries: Table<OutboxEntry, string>;
  declare readonly files: Table<FileRow, string>;
  declare readonly receipts: Table<Receipt, string>;
  declare readonly forms: Table<StoredForm, string>;
  declare readonly formFiles: Table<FormFile, string>;
  declare readonly facts: Table<Fact, string>;
  declare readonly replicas: Table<StoredReplica, string>;
  declare readonly portalFacts: Table<PortalFact, [string, string]>;
  declare readonly session: Table<StoredSession, 'current'>;
  declare readonly crew: Table<CrewRow, string>;

  constructor(name = 'cleaning') {
    super(name, { chromeTransactionDurability: 'strict' });
    // 1.0.0's version, the first of any release.
    this.version(3).stores({
      entries: 'id',
      files: 'id',
      receipts: 'id, settledAt',
      forms: 'key',
      formFiles: 'key, savedAt',
      facts: 'key',
      replicas: 'name',
      portalFacts: '[userId+key]',
      session: '',
      crew: 'key',
    });
    this.entries.hook('reading', settingOfAnswer);
    this.receipts.hook('reading', settingOfAnswer);
    this.use(endWhenLeft);
  }
}

/**
 * Runs an operation, and once more if the browser closed the database meanwhile, or when a page
 * that was left during it is shown again.
 */
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

/**
 * Runs an operation, and again while the database is closed or fails to open, until `patienceMs`
 * have passed or the browser denies this site its storage.
 */
export async function onceOpen<T>(
  db: Database,
  patienceMs: number,
  operation: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (let failures = 1; ; failures++) {
    try {
      return await operation();
    } catch (error) {
      const leftMs = end - performance.now();
      if (!isClosed(error) || leftMs <= 0 || db.availability === 'blocked' || db.isClosedForGood)
        throw error;
      await db.whenSettled(leftMs);
      // A connection that closes under each operation leaves the database available.
      await new Promise((resolve) =>
        setTimeout(resolve, Math.min(reopenDelayMs(failures), leftMs)),
      );
    }
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
 * True for an error because the database was closed or could not be opened, or the page was left:
 * the operation itself is not at fault. An aborted transaction has its own error inside.
 */
export const isClosed = (error: unknown): error is Error =>
  error instanceof Error &&
  CLOSED.has(error.name) &&
  (error.name !== 'AbortError' || !('inner' in error) || !error.inner || isClosed(error.inner));

/**
 * Whether a write failed for lack of space, as the browser reports it or as Dexie wraps it. On a
 * disk that is full although the browser grants quota, Chromium throws an UnknownError.
 */
export const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'QuotaExceededError' ||
    error.message.includes('NO_SPACE') ||
    ('inner' in error && isFull(error.inner)));

/**
 * The value read; null when it exists and cannot be read: a browser stores large values in files,
 * which may be gone. Rejects when the database was closed.
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

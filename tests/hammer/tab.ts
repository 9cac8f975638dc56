import {
  Dexie,
  type DBCore,
  type DBCoreTable,
  type DBCoreTransaction,
  type Middleware,
} from 'dexie';
import { isClosed, isFull, type Database } from '../../src/core/store/database.ts';
import { ReplicaDatabase } from '../../src/core/store/replica-database.ts';
import { replicaOf } from './storage.ts';

/**
 * A dead tab never resolves. A new promise each time, because a shared one would keep its waiters
 * in memory.
 */
const never = () => new Promise<never>(() => undefined);

export interface Tab {
  db: Database;
  /** The portal's replica. */
  readonly replica: ReplicaDatabase;
  readonly isDead: boolean;
  /** The browser has closed its database once. */
  readonly wasClosed: boolean;
  /** Wraps a request: a dead tab sends no request and receives no answer. */
  guard<Args extends unknown[], T>(
    send: (...args: Args) => Promise<T>,
  ): (...args: Args) => Promise<T>;
  /** Runs work in the tab; null if the tab died, or its storage failed: it was closed or full. */
  run<T>(work: () => Promise<T>): Promise<T | null>;
  close(): void;
}

interface TabOptions {
  openDatabase: (name: string) => Database;
  database: string;
  /**
   * Dies in place of this effect, counted from the first: a database operation or a request. Null:
   * never.
   */
  diesAt: number | null;
  onDeath: (place: string) => void;
  /** The browser closes the database in place of this operation. Null: never. */
  closesAt?: number | null;
  onClose?: () => void;
  /** Called with the ids of entries and receipts that were written, or refused for lack of room. */
  onEntries?: (ids: readonly string[], isWritten: boolean) => void;
}

/**
 * A tab or worker of a device, with its own connection to the device's database. It can be killed
 * at each await: as in a browser, a due effect is dropped and every open transaction rolled back.
 */
export function openTab({
  openDatabase,
  database,
  diesAt,
  onDeath,
  closesAt = null,
  onClose = () => undefined,
  onEntries = () => undefined,
}: TabOptions): Tab {
  let effects = 0;
  let operations = 0;
  let isDead = false;
  let wasClosed = false;
  let end: () => void;
  const death = new Promise<null>((resolve) => (end = () => resolve(null)));
  const transactions = new Set<DBCoreTransaction>();
  const db = openDatabase(database);

  function die(): void {
    isDead = true;
    for (const transaction of transactions) rollBack(transaction);
    end();
  }

  /** Counts an effect; true if the tab is dead, or dies now. */
  function isDropped(place: string): boolean {
    if (isDead) return true;
    effects++;
    if (diesAt === null || effects < diesAt) return false;
    onDeath(place);
    die();
    return true;
  }

  /** Whether the browser closes the database at this operation. */
  function isClosing(): boolean {
    if (isDead || ++operations !== closesAt) return false;
    wasClosed = true;
    onClose();
    db.close({ disableAutoOpen: false });
    return true;
  }

  db.use(mortality({ transactions, isDropped, isClosing }));
  db.use(watchEntries(onEntries));
  let replica: ReplicaDatabase | null = null;

  return {
    db,
    get replica() {
      if (!replica) {
        replica = new ReplicaDatabase(replicaOf(database));
        replica.use(mortality({ transactions, isDropped, isClosing: () => false }));
      }
      return replica;
    },
    get isDead() {
      return isDead;
    },
    get wasClosed() {
      return wasClosed;
    },
    guard:
      (send) =>
      async (...args) => {
        if (isDropped('request')) return never();
        const answered = send(...args);
        answered.catch(() => undefined);
        // The request has left; the tab may die while it waits.
        if (isDropped('answer')) return never();
        const answer = await answered;
        return isDead ? never() : answer;
      },
    async run(work) {
      if (isDead) return null;
      const done = work().catch((error: unknown) => {
        if (isDead) return never();
        if (isClosed(error) || isFull(error) || error instanceof Dexie.BulkError) return null;
        throw error;
      });
      const result = await Promise.race([done, death]);
      return isDead ? null : result;
    },
    close() {
      die();
      db.close();
      replica?.close();
    },
  };
}

interface Mortality {
  /** The open transactions. */
  transactions: Set<DBCoreTransaction>;
  isDropped: (place: string) => boolean;
  isClosing: () => boolean;
}

/** Runs database operations only while the tab lives and the database is open. */
function mortality({ transactions, isDropped, isClosing }: Mortality): Middleware<DBCore> {
  const wrap = (table: DBCoreTable): DBCoreTable => {
    const guarded =
      <Request extends { trans: DBCoreTransaction }, T>(
        name: string,
        operate: (request: Request) => Promise<T>,
      ) =>
      (request: Request): Promise<T> => {
        const isLost = isDropped(`${table.name} ${name}`);
        if (!isLost && !isClosing()) return operate(request);
        rollBack(request.trans);
        return isLost
          ? never()
          : Promise.reject(new DOMException('The connection was closed', 'AbortError'));
      };
    return {
      ...table,
      get: guarded('get', (request) => table.get(request)),
      getMany: guarded('getMany', (request) => table.getMany(request)),
      query: guarded('query', (request) => table.query(request)),
      openCursor: guarded('openCursor', (request) => table.openCursor(request)),
      count: guarded('count', (request) => table.count(request)),
      mutate: (request) =>
        guarded<typeof request, Awaited<ReturnType<DBCoreTable['mutate']>>>(request.type, (asked) =>
          table.mutate(asked),
        )(request),
    };
  };
  return {
    stack: 'dbcore',
    name: 'mortality',
    create: (below) => ({
      ...below,
      transaction(...args) {
        const transaction = below.transaction(...args);
        transactions.add(transaction);
        onEnd(transaction, () => transactions.delete(transaction));
        return transaction;
      },
      table: (name) => wrap(below.table(name)),
    }),
  };
}

/** Reports the entries and receipts of each transaction once it is committed, or refused for lack of room. */
function watchEntries(report: NonNullable<TabOptions['onEntries']>): Middleware<DBCore> {
  const refused = new WeakSet<DBCoreTransaction>();
  const wrap = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    async mutate(request) {
      const { trans } = request;
      if (['entries', 'receipts'].includes(table.name) && 'values' in request) {
        const ids = (request.values as readonly { id: string }[]).map(({ id }) => id);
        onEnd(trans, (error) => {
          if (error === null) report(ids, true);
          else if (isFull(error) || refused.has(trans)) report(ids, false);
        });
      }
      const result = await table.mutate(request);
      if (Object.values(result.failures).some(isFull)) refused.add(trans);
      return result;
    },
  });
  return {
    stack: 'dbcore',
    name: 'watchEntries',
    create: (below) => ({ ...below, table: (name) => wrap(below.table(name)) }),
  };
}

/** Calls back when a transaction ends: with null once it is committed, else with its error. */
function onEnd(transaction: DBCoreTransaction, listener: (error: unknown) => void): void {
  const ended = transaction as unknown as IDBTransaction;
  ended.addEventListener('complete', () => listener(null));
  ended.addEventListener('abort', () => listener(ended.error ?? new Error('Aborted')));
}

function rollBack(transaction: DBCoreTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}

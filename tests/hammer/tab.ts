import type { DBCore, DBCoreTable, DBCoreTransaction, Middleware } from 'dexie';
import { isClosed, openReplica, type ReplicaDatabase, type Database } from './core.ts';

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
  /** The last work was cut off: the tab died, or its database was closed. */
  readonly wasCut: boolean;
  /** Wraps a request: a dead tab sends no request and receives no answer. */
  guard<Args extends unknown[], T>(
    send: (...args: Args) => Promise<T>,
  ): (...args: Args) => Promise<T>;
  /** Runs work in the tab; null if it was cut off. */
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
}

/**
 * A tab or worker of a device, with its own connection to the device's database. It can be killed
 * at each await: as in a browser, a due effect is dropped and an open transaction rolled back.
 */
export function openTab({
  openDatabase,
  database,
  diesAt,
  onDeath,
  closesAt = null,
  onClose = () => undefined,
}: TabOptions): Tab {
  let effects = 0;
  let operations = 0;
  let isDead = false;
  let wasCut = false;
  let die: () => void;
  const death = new Promise<null>((resolve) => (die = () => resolve(null)));
  const db = openDatabase(database);

  /** Counts an effect; true if the tab is dead, or dies now. */
  function isDropped(place: string): boolean {
    if (isDead) return true;
    effects++;
    if (diesAt === null || effects < diesAt) return false;
    isDead = true;
    onDeath(place);
    die();
    return true;
  }

  /** Whether the browser closes the database at this operation. */
  function isClosing(): boolean {
    if (isDead || ++operations !== closesAt) return false;
    onClose();
    db.close({ disableAutoOpen: false });
    return true;
  }

  db.use(mortality(isDropped, isClosing));
  let replica: ReplicaDatabase | null = null;

  return {
    db,
    get replica() {
      if (!replica) {
        replica = openReplica(replicaOf(database));
        replica.use(mortality(isDropped));
      }
      return replica;
    },
    get isDead() {
      return isDead;
    },
    get wasCut() {
      return wasCut;
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
      wasCut = isDead;
      if (isDead) return null;
      const done = work();
      done.catch(() => undefined);
      const result = await Promise.race([
        done.catch((error: unknown) => {
          if (isDead) return never();
          if (!isClosed(error)) throw error;
          wasCut = true;
          return null;
        }),
        death,
      ]);
      wasCut ||= isDead;
      return isDead ? null : result;
    },
    close() {
      isDead = true;
      db.close();
      replica?.close();
    },
  };
}

/** The name of the device's replica database. */
export const replicaOf = (database: string): string => `${database}-copy`;

/** Runs database operations only while the tab lives and the database is open. */
function mortality(
  isDropped: (place: string) => boolean,
  isClosing: () => boolean = () => false,
): Middleware<DBCore> {
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
    create: (below) => ({ ...below, table: (name) => wrap(below.table(name)) }),
  };
}

function rollBack(transaction: DBCoreTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import type { PgliteConnection } from '@supabase/lite/pglite';

export interface DatabaseSession {
  readonly connection: PgliteConnection;
  /**
   * Runs the work with exclusive use of PGlite's only session, in order of arrival. A transaction
   * that it leaves open is rolled back; a database that has crashed is opened again.
   */
  run<T>(work: (connection: PgliteConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Runs one piece of work at a time, in order of arrival. A failure rejects its own caller only. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    // PGlite works in this thread: the event loop has to turn between two pieces of work.
    last = mine.then(() => turn(), turn);
    return mine;
  };
}

/** Guards PGlite's only session. `open` opens the database, and again after a crash. */
export async function createDatabaseSession(
  open: () => Promise<PgliteConnection>,
): Promise<DatabaseSession> {
  const exclusive = createQueue();
  let connection = await open();

  async function run<T>(work: (connection: PgliteConnection) => Promise<T>): Promise<T> {
    try {
      const result = await work(connection);
      if (!connection.driver.isInTransaction()) return result;
      throw new Error('A piece of work left its transaction open.');
    } catch (error) {
      await restore();
      throw error;
    }
  }

  async function restore(): Promise<void> {
    const { driver } = connection;
    const isSound = await driver
      .exec(driver.isInTransaction() ? 'rollback' : 'select')
      .then(Boolean, () => false);
    if (isSound) return;
    // A database that cannot be closed is left as after a kill; opening recovers it.
    await connection.close().catch(() => undefined);
    connection = await open();
  }

  return {
    get connection() {
      return connection;
    },
    run: (work) => exclusive(() => run(work)),
    close: () => exclusive(() => connection.close()),
  };
}

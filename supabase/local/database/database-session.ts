import { setImmediate as turn } from 'node:timers/promises';
import type { PgliteConnection } from '@supabase/lite/pglite';
import { createSessionProof } from './session-proof.ts';
import { StartError } from '../start-error.ts';

/** The session failed its proof after a piece of work, so the work's result may be false. */
export class SessionLost extends Error {
  override name = 'SessionLost';
}

export interface DatabaseSession {
  readonly connection: PgliteConnection;
  /**
   * Runs the work with exclusive use of the session, in order of arrival, and returns its result once
   * the session has proved to be unchanged. Otherwise the session is replaced before the next
   * work, and this work fails with SessionLost.
   */
  run<T>(work: (connection: PgliteConnection) => Promise<T>): Promise<T>;
  /**
   * Rejects, with a text for the person who started the server, once a session can be neither
   * proved nor replaced.
   */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

const END_TEXT =
  'The database stopped answering and could not be opened again. Everything acknowledged is in the data folder: start the program again.';

type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

const settle = <T>(work: Promise<T>): Promise<Outcome<T>> =>
  work.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error }),
  );

/** Runs one piece of work at a time, in order of arrival. A failure rejects its own caller only. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    // PGlite works in this thread: the event loop has to turn between two pieces of work.
    last = settle(mine).then(() => turn());
    return mine;
  };
}

/** Guards PGlite's only session. `open` opens the database, and again for each replacement. */
export async function createDatabaseSession(
  open: () => Promise<PgliteConnection>,
): Promise<DatabaseSession> {
  const exclusive = createQueue();
  let connection = await open();
  let prove = await createSessionProof(connection);
  let isOver = false;
  let fail: (reason: StartError) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  async function replace(): Promise<void> {
    try {
      // A database that cannot be closed is left as after a power cut; opening recovers it.
      await connection.close().catch(() => undefined);
      connection = await open();
      prove = await createSessionProof(connection);
      if (!(await prove())) throw new Error('The new session could not be proved.');
    } catch (cause) {
      isOver = true;
      fail(new StartError(END_TEXT, { cause }));
    }
  }

  const run = <T>(work: (connection: PgliteConnection) => Promise<T>): Promise<T> =>
    exclusive(async () => {
      if (isOver) throw new SessionLost(END_TEXT);
      const outcome = await settle(work(connection));
      if (!(await prove())) {
        await replace();
        throw new SessionLost('The database session could not prove its state.', {
          cause: outcome.ok ? undefined : outcome.error,
        });
      }
      if (outcome.ok) return outcome.value;
      throw outcome.error;
    });

  return {
    get connection() {
      return connection;
    },
    run,
    failed,
    close: () =>
      exclusive(async () => {
        if (isOver) return;
        isOver = true;
        await connection.close();
      }),
  };
}

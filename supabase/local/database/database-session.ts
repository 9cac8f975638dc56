import type { PgliteConnection } from '@supabase/lite/pglite';
import { createFairQueue } from '../server/fair-queue.ts';
import { senderKeys } from '../server/sender.ts';
import { createSessionProof } from './session-proof.ts';
import { StartError } from '../start-error.ts';

/** The session could not be proved after a piece of work: whatever the work says of its result may be false. */
export class SessionLost extends Error {
  override name = 'SessionLost';
}

export interface DatabaseSession {
  readonly connection: PgliteConnection;
  /**
   * Runs the work with the session to itself, when it is its sender's turn, and gives its result once the session has proved to be as it
   * was before. One that can't is replaced before the next work runs, and this work fails with SessionLost whatever it returned.
   */
  run<T>(work: (connection: PgliteConnection) => Promise<T>): Promise<T>;
  /** Rejects, with a text for the person who started it, once a session could be neither proved nor replaced. */
  readonly failed: Promise<never>;
  close(): Promise<void>;
}

const END_TEXT =
  'The database stopped answering and could not be opened again. What was acknowledged is in the data folder: start the program again.';

type Outcome<T> = { ok: true; value: T } | { ok: false; error: unknown };

const settle = <T>(work: Promise<T>): Promise<Outcome<T>> =>
  work.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error }),
  );

/** Guards the one session that PGlite has. `open` opens the database; it is asked again for each replacement. */
export async function createDatabaseSession(
  open: () => Promise<PgliteConnection>,
): Promise<DatabaseSession> {
  const queue = createFairQueue();
  const exclusive = <T>(work: () => Promise<T>) => queue(senderKeys(), work);
  let connection = await open();
  let prove = await createSessionProof(connection);
  let isOver = false;
  let fail: (reason: StartError) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  async function replace(): Promise<void> {
    try {
      // One that can't be closed is left as a power cut would leave it, which opening recovers from.
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

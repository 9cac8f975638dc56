import { startBackend, type Start } from '../support/backend.ts';

/** The real embedded backend, in a process that is killed and restarted on the same data. */
export interface Server {
  url: string;
  /** The number of kills. */
  readonly kills: number;
  /** When it was killed, with restarts, by the machine's clock. */
  readonly killedAt: readonly number[];
  /** Kills it now; resolves once it runs again. */
  kill(): Promise<void>;
  /** Kills it once it runs; it starts with these settings from now on. Not counted. */
  restart(as: Start): Promise<void>;
  /** Resolves while it runs. */
  whenUp(): Promise<void>;
  /** Queries the database; repeats the query if the server dies meanwhile. */
  query<T>(sql: string, params?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

export async function startServer(env: Record<string, string>, first: Start): Promise<Server> {
  const backend = await startBackend(env, first);
  let kills = 0;
  const killedAt: number[] = [];
  let start = first;
  let back: Promise<void> | null = null;
  let died: () => void = () => undefined;
  let death = new Promise<null>((resolve) => (died = () => resolve(null)));

  async function killAndRestart() {
    died();
    killedAt.push(performance.now());
    await backend.kill();
    await backend.restart(start);
    death = new Promise((resolve) => (died = () => resolve(null)));
    back = null;
  }

  return {
    url: backend.url,
    killedAt,
    get kills() {
      return kills;
    },
    kill() {
      if (back) return back;
      kills++;
      return (back = killAndRestart());
    },
    async restart(as) {
      while (back) await back;
      start = as;
      await (back = killAndRestart());
    },
    whenUp: () => back ?? Promise.resolve(),
    async query<T>(sql: string, params: unknown[] = []) {
      for (;;) {
        await back;
        const rows = await Promise.race([backend.query<T>(sql, params), death]);
        if (rows) return rows;
      }
    },
    async close() {
      await back;
      await backend.close();
    },
  };
}

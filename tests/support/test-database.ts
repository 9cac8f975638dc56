export type Query = <T = Record<string, unknown>>(sql: string, params?: unknown[]) => Promise<T[]>;

/** A migrated database: the embedded one, or one on a server. */
export interface TestDatabase {
  /** Runs one statement as the database's owner. */
  query: Query;
  /** Runs any number of statements as the database's owner. */
  exec(sql: string): Promise<void>;
  execAsSuperuser(sql: string): Promise<void>;
  /** Commits if the work succeeds. On a server transactions run concurrently. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Query = <T = Record<string, unknown>>(sql: string, params?: unknown[]) => Promise<T[]>;

/** A migrated database: the embedded one, or one on a server. */
export interface TestDatabase {
  /** As the database's owner. */
  query: Query;
  /** Any number of statements, as the database's owner. */
  exec(sql: string): Promise<void>;
  execAsSuperuser(sql: string): Promise<void>;
  /** Commits if the work succeeds. On a server transactions run side by side. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

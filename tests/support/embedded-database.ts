import { openDatabase } from '../../supabase/local/database/open-database.ts';
import type { TestDatabase } from './test-database.ts';

/** An in-memory database with one session, so its transactions wait for each other. */
export async function openEmbedded(): Promise<TestDatabase> {
  const { connection, exclusive, query, exec, close } = await openDatabase();
  return {
    query,
    exec,
    execAsSuperuser: exec,
    close,
    transaction: (work) =>
      exclusive(() =>
        connection.driver.transaction((session) =>
          work(
            async <R>(sql: string, params?: unknown[]) =>
              (await session.query<R>(sql, params)).rows,
          ),
        ),
      ),
  };
}

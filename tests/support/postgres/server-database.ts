import { randomUUID } from 'node:crypto';
import { Client, Pool, types, type ClientBase } from 'pg';
import type { Query, TestDatabase } from '../test-database.ts';
import { addressOf } from './start-server.ts';
import type { Template } from './template.ts';

const BIGINT = 20;
types.setTypeParser(BIGINT, Number);

/** More than any test's concurrent callers. */
const SESSIONS = 70;

/**
 * A copy of the template. As on hosted Supabase, each request has its own session through
 * `authenticator`; the owner is the role that ran the migrations.
 */
export async function copyTemplate(template: Template): Promise<TestDatabase> {
  const database = `${template.database}_${randomUUID().slice(0, 8)}`;
  await run(
    template.connectionString,
    `create database ${database} owner ${template.owner} template ${template.database}`,
  );
  const address = addressOf(template, database);
  const sessionsOf = (role: string, settings = '') =>
    new Pool({
      connectionString: address,
      max: SESSIONS,
      options: `-c session_authorization=${role} ${settings}`,
    });
  // Storage sets this before it deletes a file's row.
  const api = sessionsOf('authenticator', '-c storage.allow_delete_query=true');
  const owner = sessionsOf(template.owner);

  return {
    query: async <T>(sql: string, params?: unknown[]) =>
      (await owner.query(sql, params)).rows as T[],
    exec: async (sql) => void (await owner.query(sql)),
    execAsSuperuser: (sql) => run(address, sql),
    transaction: (work) => inTransaction(api, work),
    close: async () => void (await Promise.all([api.end(), owner.end()])),
  };
}

async function inTransaction<T>(pool: Pool, work: (query: Query) => Promise<T>): Promise<T> {
  const session = await pool.connect();
  return requestsTo(session)
    .transaction(work)
    .finally(() => session.release());
}

/** The requests of a session that may take every role. */
export const requestsTo = (session: ClientBase): Pick<TestDatabase, 'transaction'> => ({
  async transaction(work) {
    try {
      await session.query('begin');
      const result = await work(queryOf(session));
      await session.query('commit');
      return result;
    } catch (error) {
      await session.query('rollback');
      throw error;
    }
  },
});

const queryOf =
  (session: ClientBase): Query =>
  async <T>(sql: string, params?: unknown[]) =>
    (await session.query(sql, params)).rows as T[];

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

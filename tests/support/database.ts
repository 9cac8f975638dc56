import { afterAll, beforeAll } from 'vitest';
import { openDatabase, type LocalDatabase } from '../../supabase/local/open-database.ts';

/** Who makes a request, as the API tells the database. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  userId?: string;
  headers?: Record<string, string>;
}

export type Query = <T = Record<string, unknown>>(sql: string, params?: unknown[]) => Promise<T[]>;

export const ANON: Caller = { role: 'anon' };
export const USER: Caller = { role: 'authenticated', userId: '00000000-0000-4000-8000-00000000000a' };
export const ADMIN: Caller = { role: 'authenticated', userId: '00000000-0000-4000-8000-00000000000b' };
export const SERVICE: Caller = { role: 'service_role' };

const USERS = `
  insert into auth.users (id, email) values ('${USER.userId}', 'user@example.com'), ('${ADMIN.userId}', 'admin@example.com');
  insert into private.user_roles (user_id, role) values ('${ADMIN.userId}', 'admin');
`;

/** A database of this test file's own, in memory, migrated, with one plain user and one administrator. */
export function useDatabase() {
  let database: LocalDatabase;

  beforeAll(async () => {
    database = await openDatabase();
    await database.exec(USERS);
  });
  afterAll(() => database.close());

  /** Runs one statement as the database's owner. */
  const asOwner: Query = (sql, params) => database.query(sql, params);

  /** Runs a file of statements as the database's owner. */
  const execute = (sql: string) => database.exec(sql);

  /** Runs the work as one request of the caller: in a transaction that commits if the work succeeds. */
  const as = <T>(caller: Caller, work: (query: Query) => Promise<T>): Promise<T> =>
    database.exclusive(() =>
      database.connection.driver.transaction(async (transaction) => {
        const { role, userId = '', headers } = caller;
        await transaction.query(
          `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
            set_config('request.headers', $3, true), set_config('role', $4, true)`,
          [JSON.stringify({ role, sub: userId }), userId, headers ? JSON.stringify(headers) : '', role],
        );
        return work(async <R>(sql: string, params?: unknown[]) => (await transaction.query<R>(sql, params)).rows);
      }),
    );

  /** Inserts the way the API does: from JSON, naming the columns given, returning nothing. */
  const insertAs = (caller: Caller, table: string, row: object): Promise<void> =>
    as(caller, async (query) => {
      const columns = Object.keys(row).join(', ');
      await query(`insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1)`, [
        JSON.stringify(row),
      ]);
    });

  return { asOwner, execute, as, insertAs };
}

import { afterAll, beforeAll, inject } from 'vitest';
import { openEmbedded } from './embedded-database.ts';
import { copyTemplate } from './postgres/server-database.ts';
import type { Query, TestDatabase } from './test-database.ts';

/** The sender of a request, as the API reports it to the database. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role';
  userId?: string;
  /** The session that the token names, by default one that exists; null for a token without one. */
  sessionId?: string | null;
  /** The claim of a second factor. */
  aal?: 'aal1' | 'aal2';
  headers?: Record<string, string>;
}

export const ANON: Caller = { role: 'anon' };
export const USER: Caller = {
  role: 'authenticated',
  userId: '00000000-0000-4000-8000-00000000000a',
};
export const ADMIN: Caller = {
  role: 'authenticated',
  userId: '00000000-0000-4000-8000-00000000000b',
};
export const SERVICE: Caller = { role: 'service_role' };

const USERS = `
  insert into auth.users (id, email) values ('${USER.userId}', 'user@example.com'), ('${ADMIN.userId}', 'admin@example.com');
  insert into private.user_roles (user_id, role) values ('${ADMIN.userId}', 'admin');
  insert into auth.sessions (id, user_id) select id, id from auth.users;
`;

/** Runs work as one request of the caller, in a transaction that commits on success. */
export const asCaller = <T>(
  database: Pick<TestDatabase, 'transaction'>,
  { role, userId, sessionId = userId, aal, headers }: Caller,
  work: (query: Query) => Promise<T>,
): Promise<T> =>
  database.transaction(async (query) => {
    await query(
      `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
        set_config('request.headers', $3, true), set_config('role', $4, true)`,
      [
        JSON.stringify({ role, sub: userId, aal, ...(sessionId && { session_id: sessionId }) }),
        userId ?? '',
        headers ? JSON.stringify(headers) : '',
        role,
      ],
    );
    return work(query);
  });

/** Inserts as the API does: from JSON, naming the given columns, returning nothing. */
export const insertAsCaller = (
  database: TestDatabase,
  caller: Caller,
  table: string,
  row: object,
): Promise<void> =>
  asCaller(database, caller, async (query) => {
    const columns = Object.keys(row).join(', ');
    await query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_record(null::${table}, $1)`,
      [JSON.stringify(row)],
    );
  });

/** A migrated database for this test file, with a plain user and an administrator. */
export function useDatabase() {
  let database: TestDatabase;

  beforeAll(async () => {
    const template = inject('template');
    database = template ? await copyTemplate(template) : await openEmbedded();
    await database.exec(USERS);
  });
  afterAll(() => database.close());

  /** Runs one statement as the database's owner. */
  const asOwner: Query = (sql, params) => database.query(sql, params);

  /** Runs a file of statements as the database's owner. */
  const execute = (sql: string) => database.exec(sql);

  const executeAsSuperuser = (sql: string) => database.execAsSuperuser(sql);

  const as = <T>(caller: Caller, work: (query: Query) => Promise<T>): Promise<T> =>
    asCaller(database, caller, work);

  const insertAs = (caller: Caller, table: string, row: object): Promise<void> =>
    insertAsCaller(database, caller, table, row);

  return { asOwner, execute, executeAsSuperuser, as, insertAs };
}

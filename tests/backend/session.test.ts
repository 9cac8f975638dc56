import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackend, type Backend } from '../../supabase/local/embedded-backend.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { openDatabase, type LocalDatabase } from '../../supabase/local/database/open-database.ts';
import { aBooking } from '../support/records.ts';

let dataDir: string;
let database: LocalDatabase;
let backend: Backend;

const open = async () => {
  database = await openDatabase({ dataDir, seed: true });
  backend = await createBackend({
    database,
    filesDir: path.join(dataDir, 'files'),
    publishableKey: LOCAL_PUBLISHABLE_KEY,
    secretKey: 'sb_secret_test',
    jwtSecret: 'x'.repeat(40),
  });
};
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'session-'));
  await open();
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const headers = {
  apikey: LOCAL_PUBLISHABLE_KEY,
  'content-type': 'application/json',
  prefer: 'return=minimal',
};
const insert = (row: object) =>
  backend(
    new Request('http://localhost/rest/v1/bookings', {
      method: 'POST',
      headers,
      body: JSON.stringify(row),
    }),
    '127.0.0.1',
  );
const readCareers = async () => {
  const answer = await backend(
    new Request('http://localhost/rest/v1/careers?select=title', {
      headers: { apikey: LOCAL_PUBLISHABLE_KEY },
    }),
    '127.0.0.1',
  );
  return { status: answer.status, rows: (await answer.json()) as unknown[] };
};
const countOf = async (id: string) =>
  (
    await database.query<{ n: number }>('select count(*)::int as n from bookings where id = $1', [
      id,
    ])
  )[0]?.n;

/**
 * Sends more parameters than the driver can count, after which it takes each answer for another
 * one.
 */
async function loseItsPlace({ driver }: LocalDatabase['connection']): Promise<unknown> {
  const values = Array.from({ length: 32_768 }, () => 1);
  const { query } = Object.getPrototypeOf(driver) as typeof driver;
  return query
    .call(driver, `values ${values.map((_, index) => `($${index + 1}::int)`).join(',')}`, values)
    .catch(() => undefined);
}

/** Faults of a session, each as one piece of work that does not report it. */
const BREAKAGES: [string, (database: LocalDatabase) => Promise<unknown>][] = [
  ['an open transaction', ({ exec }) => exec('begin; select 1')],
  [
    'a failed transaction',
    ({ exclusive }) =>
      exclusive(({ driver }) => driver.exec('begin; select 1/0').catch(() => undefined)),
  ],
  ['another role', ({ exec }) => exec('set role anon')],
  ['another session user', ({ exec }) => exec('set session authorization anon')],
  [
    'another search path',
    ({ query }) => query(`select set_config('search_path', 'pg_catalog', false)`),
  ],
  [
    'somebody’s claims',
    ({ query }) =>
      query(`select set_config('request.jwt.claims', '{"role":"service_role"}', false)`),
  ],
  ['a driver that lost its place', ({ exclusive }) => exclusive(loseItsPlace)],
];

describe('a session is replaced before anything else is done when a piece of work leaves behind', () => {
  test.each(BREAKAGES)('%s', async (_, breakIt) => {
    const before = database.connection;
    await expect(breakIt(database)).rejects.toMatchObject({ name: 'SessionLost' });
    expect(database.connection).not.toBe(before);

    const row = aBooking();
    expect((await insert(row)).status).toBe(201);
    expect(await countOf(row.id)).toBe(1);
    const careers = await readCareers();
    expect(careers.status).toBe(200);
    expect(careers.rows).not.toEqual([]);
  });
});

describe('a parameter without a text for its type is refused, and the session is kept', () => {
  const TYPES = ['text[]', 'int[]', 'uuid[]', 'date[]', 'bool[]', 'jsonb[]', 'text', 'uuid', 'int'];
  const VALUES: unknown[] = [
    1,
    true,
    {},
    { toString: 1 },
    [{ toString: 1 }],
    ['a\u0000'],
    'é\udc00',
  ];
  const cases = TYPES.flatMap((type) => VALUES.map((value) => [type, value] as const));

  test.each(cases)('%s %j', async (type, value) => {
    const { connection } = database;
    const text = 'é'.repeat(20);
    await database.query(`select $1::${type}`, [value]).catch((error: { code?: string }) => {
      expect(error.code).toMatch(/^22/);
    });
    expect(await database.query('select $1 as text', [text])).toEqual([{ text }]);
    expect(database.connection).toBe(connection);
  });
});

describe('an insert', () => {
  /** Runs `interfere` in place of the first statement that `isTurn` picks. */
  function interfereWith(
    isTurn: (sql: string) => boolean,
    interfere: (run: (sql: string) => Promise<unknown>) => Promise<unknown>,
  ) {
    const { driver } = database.connection;
    const query = driver.query.bind(driver);
    let isDone = false;
    driver.query = async (sql, params, options) => {
      if (!isDone && isTurn(sql)) {
        isDone = true;
        await interfere((text) => driver.exec(text));
      }
      return query(sql, params, options);
    };
  }

  test('whose transaction fails silently before its end is answered 503 and not stored', async () => {
    interfereWith(
      (sql) => sql === 'COMMIT',
      (run) => run('select 1/0').catch(() => undefined),
    );
    const row = aBooking();
    expect((await insert(row)).status).toBe(503);
    expect(await countOf(row.id)).toBe(0);
    expect((await insert(row)).status).toBe(201);
    expect(await countOf(row.id)).toBe(1);
  });

  test('whose driver mixes up its answers before its end is answered 503, and stored by the next attempt', async () => {
    interfereWith(
      (sql) => sql === 'COMMIT',
      () => loseItsPlace(database.connection),
    );
    const row = aBooking();
    expect((await insert(row)).status).toBe(503);
    expect(await countOf(row.id)).toBe(0);
    expect((await insert(row)).status).toBe(201);
    expect(await countOf(row.id)).toBe(1);
  });

  test('with a session that fails its proof afterwards is answered 503, whatever its own answer was', async () => {
    interfereWith(
      (sql) => sql.includes('session_user'),
      (run) => run('begin'),
    );
    const row = aBooking();
    expect((await insert(row)).status).toBe(503);
    // It was committed; the next attempt under the same id finds it.
    expect(await countOf(row.id)).toBe(1);
    expect((await insert(row)).status).toBe(409);
  });
});

test('a session that cannot be replaced ends the database, with a text that names the remedy', async () => {
  const lost = expect(database.failed).rejects.toThrow(
    /could not be opened again.*start the program again/,
  );
  const exec = database.connection.driver.exec.bind(database.connection.driver);
  const breakForGood = async () => {
    await exec('begin');
    // Puts a file in place of the folder.
    await rm(dataDir, { recursive: true, force: true });
    await writeFile(dataDir, '');
  };
  await expect(database.exclusive(breakForGood)).rejects.toMatchObject({ name: 'SessionLost' });
  await lost;
  expect((await insert(aBooking())).status).toBe(503);
});

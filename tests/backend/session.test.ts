import { mkdtemp, rm } from 'node:fs/promises';
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
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'session-'));
  database = await openDatabase({ dataDir, seed: true });
  backend = await createBackend({
    database,
    filesDir: path.join(dataDir, 'files'),
    publishableKey: LOCAL_PUBLISHABLE_KEY,
    secretKey: 'sb_secret_test',
    jwtSecret: 'x'.repeat(40),
  });
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
const send = (method: string, target: string, body?: object) =>
  backend(
    new Request(`http://localhost${target}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }),
    '127.0.0.1',
  );
const insert = async (row: object) => (await send('POST', '/rest/v1/bookings', row)).status;
const readCareers = async () =>
  (await (await send('GET', '/rest/v1/careers?select=title')).json()) as unknown[];
const countOf = async (id: string) =>
  (await database.query('select from bookings where id = $1', [id])).length;

test('a request never runs inside the transaction of another', async () => {
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const other = database.exclusive(async ({ driver }) => {
    await driver.exec('begin; delete from careers');
    await finished;
    await driver.exec('rollback');
  });
  let isAnswered = false;
  const reading = readCareers().finally(() => (isAnswered = true));
  for (let turn = 0; turn < 500 && !isAnswered; turn++)
    await new Promise((resolve) => setImmediate(resolve));
  finish();
  await other;
  expect(await reading).not.toEqual([]);
});

describe('the next request is served after work that', () => {
  test.each<[string, (database: LocalDatabase) => Promise<unknown>]>([
    ['leaves a transaction open', ({ exec }) => exec('begin; select 1')],
    [
      'leaves a failed transaction',
      ({ exclusive }) =>
        exclusive(({ driver }) => driver.exec('begin; select 1/0').catch(() => undefined)),
    ],
    [
      'ends the database',
      ({ exclusive }) =>
        exclusive(async ({ driver }) => {
          await driver.close();
          throw new Error('It crashed.');
        }),
    ],
  ])('%s, which is no success', async (_, breakIt) => {
    await expect(breakIt(database)).rejects.toThrow();
    const row = aBooking();
    expect(await insert(row)).toBe(201);
    expect(await countOf(row.id)).toBe(1);
    expect(await readCareers()).not.toEqual([]);
  });
});

test('an insert whose transaction fails silently before its end is no success, and can be sent again', async () => {
  const { driver } = database.connection;
  const query = driver.query.bind(driver);
  driver.query = async (sql, params, options) => {
    if (sql === 'COMMIT') {
      driver.query = query;
      await driver.exec('select 1/0').catch(() => undefined);
    }
    return query(sql, params, options);
  };
  const row = aBooking();
  expect(await insert(row)).toBe(500);
  expect(await countOf(row.id)).toBe(0);
  expect(await insert(row)).toBe(201);
});

describe('a parameter without a text for its type is refused, and the next statement gets its own result', () => {
  const TYPES = ['text[]', 'uuid[]', 'jsonb[]', 'text', 'uuid', 'int'];
  const VALUES = [1, {}, [{ toString: 1 }], ['a\u0000'], 'é\udc00'];

  test.each(TYPES)('%s', async (type) => {
    for (const value of VALUES) {
      await database.query(`select $1::${type}`, [value]).catch((error: { code?: string }) => {
        expect(error.code).toMatch(/^22/);
      });
      expect(await database.query('select $1 as text', ['é'])).toEqual([{ text: 'é' }]);
    }
  });
});

test.each([
  ['a NUL in its text', 'select 1 as "a\u0000b"', []],
  ['more parameters than the protocol counts', 'select 1', Array.from({ length: 40_000 }, () => 1)],
])(
  'a statement with %s is refused, and the next one gets its own result',
  async (_, sql, values) => {
    await expect(database.query(sql, values)).rejects.toThrow();
    expect(await database.query('select $1 as text', ['é'])).toEqual([{ text: 'é' }]);
  },
);

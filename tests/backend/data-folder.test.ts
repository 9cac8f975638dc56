import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { migrate } from '../../supabase/local/database/migrate.ts';
import { announceAddress, takeDataDir } from '../../supabase/local/database/data-dir.ts';
import { openDatabase } from '../../supabase/local/database/open-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const versionFile = () => path.join(dataDir, 'postgres/PG_VERSION');

test.each([
  ['16', 'the version of the product that made it'],
  ['18', 'a newer version of the product'],
])('a folder of PostgreSQL %s is refused, with what to do', async (version, remedy) => {
  mkdirSync(path.dirname(versionFile()));
  writeFileSync(versionFile(), `${version}\n`);
  writeFileSync(path.join(dataDir, 'postgres-complete'), '');
  const error = await openDatabase({ dataDir }).catch((cause: unknown) => cause);
  expect((error as Error).message).toMatch(
    new RegExp(
      `^The data folder .* is of PostgreSQL ${version}, and this version of the product has 17\\.`,
    ),
  );
  expect((error as Error).message).toContain(remedy);
  expect(readFileSync(versionFile(), 'utf8')).toBe(`${version}\n`);
});

test('a new folder is of the version that is asked for, and can be opened again', async () => {
  for (let start = 1; start <= 2; start++) await (await openDatabase({ dataDir })).close();
  expect(readFileSync(versionFile(), 'utf8').trim()).toBe('17');
});

test('a folder that a later release has migrated opens with its additions', async () => {
  const later = await openDatabase({ dataDir });
  await later.exec(`alter table public.bookings add column pets text;
    insert into supabase_migrations.schema_migrations (version, name) values ('20991231000000', 'pets')`);
  await later.close();
  const database = await openDatabase({ dataDir });
  expect(await database.query('select pets from public.bookings')).toEqual([]);
  await database.close();
});

test('a folder that another text of a migration made is refused, with what to do, and stays as it was', async () => {
  const former = await openDatabase({ dataDir });
  await former.exec(`update supabase_migrations.schema_migrations
    set statements = array['select 1'] where version = '20261128000000'`);
  await former.close();
  for (let start = 1; start <= 2; start++)
    await expect(openDatabase({ dataDir })).rejects.toThrow(
      /^The data folder .* is of another version\. Its database was made by .* another migration 20261128000000_baseline, .* Start that version to read it, or delete the folder, or set DATA_DIR to a new one\.$/,
    );
});

test('a folder that cannot be migrated says so, and the version that made it opens it again', async () => {
  const { driver } = await createPgliteConnection({ url: path.join(dataDir, 'postgres') });
  const first = { version: '20270101000000', name: 'first', sql: 'create table pets (name text)' };
  await migrate(driver, [first]);
  const next = { version: '20270102000000', name: 'next', sql: 'alter table pets add name text' };
  await expect(migrate(driver, [first, next])).rejects.toThrow(
    /^Its database cannot be updated: migration 20270102000000_next failed \(.*already exists\)\. Nothing of it was stored\./,
  );
  await migrate(driver, [first]);
  await driver.close();
});

test('a folder that a running server holds is refused, with the server’s address', async () => {
  const leave = await takeDataDir(dataDir);
  announceAddress(dataDir, 'http://127.0.0.1:4173');
  await expect(takeDataDir(dataDir)).rejects.toThrow(
    `http://127.0.0.1:4173 is served from the data folder ${dataDir} already. Stop that first, or set DATA_DIR, PORT and INBOX_PORT.`,
  );
  await leave();
});

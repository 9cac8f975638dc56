import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { announceAddress, takeDataDir } from '../../supabase/local/database/data-dir.ts';
import { openDatabase } from '../../supabase/local/database/open-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const BROKEN =
  /^The data folder .* cannot be opened by this version of the product \(.*\)\. Start the version that made it, or set DATA_DIR to a new folder\.$/;

test('a folder of another PostgreSQL is refused, with what to do', async () => {
  mkdirSync(path.join(dataDir, 'postgres'));
  writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), '16\n');
  writeFileSync(path.join(dataDir, 'postgres-complete'), '');
  await expect(openDatabase({ dataDir })).rejects.toThrow(BROKEN);
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
  for (let start = 1; start <= 2; start++) {
    const opening = openDatabase({ dataDir });
    await expect(opening).rejects.toThrow(BROKEN);
    await expect(opening).rejects.toThrow('its migration 20261128000000_baseline has another text');
  }
});

test('a folder that a running server holds is refused, with the server’s address', async () => {
  const leave = await takeDataDir(dataDir);
  announceAddress(dataDir, 'http://127.0.0.1:4173');
  await expect(takeDataDir(dataDir)).rejects.toThrow(
    `http://127.0.0.1:4173 is served from the data folder ${dataDir} already. Stop that first, or set DATA_DIR, PORT and INBOX_PORT.`,
  );
  await leave();
  await (
    await takeDataDir(dataDir)
  )();
});

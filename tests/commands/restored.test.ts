import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { aBooking } from '../support/records.ts';
import { clientOf } from '../backend/support/client.ts';
import { runCommand } from '../backend/support/run-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'restored-'));
const dataDir = path.join(folder, 'data');
const env = { PORT: '0', INBOX_PORT: '0', DATA_DIR: dataDir };
let server: Server;
const start = async () => (server = await startServer(parseEnv(env)));
const restored = (...args: string[]) => runCommand('restored', args, env, folder);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ids = async () =>
  (await server.database.query<{ id: string }>('select id from bookings')).map(({ id }) => id);
const epoch = async () =>
  (await server.database.query<{ epoch: string }>('select epoch from private.sync_epoch'))[0]
    ?.epoch;

test('a copy of the stopped data folder is a backup: it has all data, and after `restored` portals reload their lists', async () => {
  await start();
  const { id } = aBooking();
  const { error } = await clientOf(server.url).from('bookings').insert(aBooking({ id }));
  if (error) throw error;
  const before = await epoch();
  await server.close();
  cpSync(dataDir, path.join(folder, 'backup'), { recursive: true });
  rmSync(dataDir, { recursive: true });
  cpSync(path.join(folder, 'backup'), dataDir, { recursive: true });

  expect(await restored()).toMatchObject({
    code: 0,
    output: expect.stringContaining('repeat every erasure made after the backup'),
  });
  await start();
  expect(await ids()).toEqual([id]);
  expect(await epoch()).not.toBe(before);
});

test('it works while the folder is served', async () => {
  const before = await epoch();
  expect((await restored()).code).toBe(0);
  expect(await epoch()).not.toBe(before);
});

test('it takes no arguments', async () => {
  expect(await restored('now')).toMatchObject({
    code: 1,
    output: expect.stringContaining('npm run restored'),
  });
});

import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, listBackups } from '../../supabase/local/database/backups.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { aBooking } from '../support/records.ts';
import { clientOf } from '../backend/support/client.ts';
import { ADMIN, pdf, picture } from '../backend/support/people.ts';
import { spawnServer } from '../backend/support/spawn-server.ts';
import { secretKeyOf } from '../backend/support/users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let folder: string;
let dataDir: string;
let server: Server;
const envOf = (dir: string) => ({
  PORT: '0',
  INBOX_PORT: '0',
  DATA_DIR: dir,
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  BACKUPS_KEPT: '3',
});
const start = async (env: Record<string, string> = {}) =>
  (server = await startServer(parseEnv({ ...envOf(dataDir), ...env })));
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'backups-'));
  dataDir = path.join(folder, 'data');
  await start();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const pass = (days: number) => {
  const then = new Date(Date.now() - days * DAY_MS);
  utimesSync(path.join(dataDir, 'postgres-complete'), then, then);
};
const health = async () =>
  (await (await fetch(`${server.url}/healthz`)).json()) as Record<string, string>;

/** Sends an application and returns the name of its file. */
async function apply(client: ReturnType<typeof clientOf>): Promise<string> {
  const id = randomUUID();
  const name = `${id}.pdf`;
  const { error: fileError } = await client.storage.from('resumes').upload(name, pdf(5000));
  if (fileError) throw fileError;
  const { data } = await client.from('careers').select('id').limit(1).single();
  const { error } = await client.from('job_applications').insert({
    id,
    career_id: data?.id ?? null,
    name: 'Ailsa Craig',
    phone: '0141 555 0100',
    email: 'ailsa@example.com',
    resume_path: name,
    resume_url: name,
  });
  if (error) throw error;
  return name;
}

/**
 * Sends applications and bookings in turn until stopped; `acknowledged` collects the confirmed
 * ones.
 */
async function write(
  url: string,
  acknowledged: { rows: string[]; files: string[] },
  isOver: () => boolean,
) {
  const client = clientOf(url);
  while (!isOver()) {
    acknowledged.files.push(await apply(client));
    const booking = aBooking();
    const { error: rowError } = await client.from('bookings').insert(booking);
    if (rowError) throw rowError;
    acknowledged.rows.push(booking.id);
  }
}

test('a backup made during writes is a data folder that starts elsewhere, with all earlier acknowledged rows and every file they name', async () => {
  const acknowledged = { rows: [] as string[], files: [] as string[] };
  let isOver = false;
  const writers = Promise.all(
    Array.from({ length: 4 }, () => write(server.url, acknowledged, () => isOver)),
  );
  await expect.poll(() => acknowledged.rows.length, { interval: 5 }).toBeGreaterThan(5);
  const before = { rows: [...acknowledged.rows], files: [...acknowledged.files] };
  const backup = await backUp(server.database, dataDir);
  await expect
    .poll(() => acknowledged.rows.length, { interval: 5 })
    .toBeGreaterThan(before.rows.length + 5);
  isOver = true;
  await writers;
  const { url } = server;
  await server.close();

  const restored = path.join(folder, 'restored');
  cpSync(backup, restored, { recursive: true });
  await start({ DATA_DIR: restored });
  expect(server.url).not.toBe(url);
  const admin = clientOf(server.url);
  const signedIn = await admin.auth.signInWithPassword(ADMIN);
  expect(signedIn.error).toBeNull();
  const rows = (await server.database.query<{ id: string }>('select id from bookings')).map(
    ({ id }) => id,
  );
  expect(rows).toEqual(expect.arrayContaining(before.rows));
  const files = (
    await server.database.query<{ name: string }>(
      `select name from storage.objects where bucket_id = 'resumes'`,
    )
  ).map(({ name }) => name);
  expect(files).toEqual(expect.arrayContaining(before.files));
  for (const name of files) {
    const { data } = await admin.storage.from('resumes').download(name);
    expect([name, data?.size]).toEqual([name, 5000]);
  }
  expect(readdirSync(restored)).not.toContain('backups');
});

test('a backup succeeds while the database creates and removes its own files', async () => {
  const postgres = path.join(dataDir, 'postgres');
  let backup: Promise<string> | undefined;
  await server.database.exclusive(async () => {
    backup = backUp(server.database, dataDir);
    backup.catch(() => undefined);
    // PostgreSQL writes a new file under such a name and renames it. The walk stats names in sorted
    // order, so these come last.
    for (let count = 0; count < 25; count++) {
      const passing = path.join(postgres, `xlogtemp.${count}`);
      writeFileSync(passing, '');
      await wait(10);
      rmSync(passing);
    }
  });
  const made = path.basename((await backup) ?? '');
  expect(listBackups(dataDir)).toEqual([made]);
});

test('a backup leaves out a résumé without an application, and the restored server takes it again', async () => {
  const [claimed, unclaimed] = [await apply(clientOf(server.url)), `${randomUUID()}.pdf`];
  const send = async () =>
    (await clientOf(server.url).storage.from('resumes').upload(unclaimed, pdf(5000))).error;
  expect(await send()).toBeNull();
  const backup = await backUp(server.database, dataDir);
  expect(readdirSync(path.join(backup, 'files/objects/resumes'))).toEqual([claimed]);
  expect(readdirSync(path.join(backup, 'files/kinds/resumes'))).toEqual([`${claimed}.json`]);
  await server.close();
  const restored = path.join(folder, 'restored');
  cpSync(backup, restored, { recursive: true });
  await start({ DATA_DIR: restored });
  expect(await send()).toBeNull();
});

test('files replaced or removed later stay in the backup unchanged', async () => {
  const admin = clientOf(server.url);
  await admin.auth.signInWithPassword(ADMIN);
  const gallery = admin.storage.from('gallery');
  const names = ['Residential/0123456789abcdef.png', 'Residential/fedcba9876543210.png'] as const;
  for (const name of names) expect((await gallery.upload(name, picture())).error).toBeNull();
  const placeOf = (place: string, name: string) => path.join(place, 'files/objects/gallery', name);
  const was = readFileSync(placeOf(dataDir, names[1]), 'utf8');
  const backup = await backUp(server.database, dataDir);
  await gallery.remove([names[0]]);
  const headers = { apikey: secretKeyOf(dataDir), 'content-type': 'image/png', 'x-upsert': 'true' };
  expect(
    (
      await fetch(`${server.url}/storage/v1/object/gallery/${names[1]}`, {
        method: 'POST',
        headers,
        body: 'another',
      })
    ).status,
  ).toBe(200);
  expect([
    existsSync(placeOf(dataDir, names[0])),
    readFileSync(placeOf(dataDir, names[1]), 'utf8'),
  ]).toEqual([false, 'another']);
  expect([
    existsSync(placeOf(backup, names[0])),
    readFileSync(placeOf(backup, names[1]), 'utf8'),
  ]).toEqual([true, was]);
});

test('a folder gets its first backup after a day, then one a day, and the newest few are kept', async () => {
  expect(listBackups(dataDir)).toEqual([]);
  await server.close();
  pass(1);
  // An incomplete backup of a killed process, and older ones.
  for (const name of [
    '2026-01-01T00-00-00Z.partial',
    '2026-01-02T00-00-00Z',
    '2026-01-03T00-00-00Z',
    '2026-01-04T00-00-00Z',
  ]) {
    mkdirSync(path.join(dataDir, 'backups', name), { recursive: true });
  }
  await start();
  await expect.poll(() => listBackups(dataDir).length).toBe(3);
  await expect.poll(() => listBackups(dataDir)[0]).toBe('2026-01-03T00-00-00Z');
  const made = readdirSync(path.join(dataDir, 'backups'));
  expect(made).toHaveLength(3);
  await server.close();
  await start();
  await server.close();
  expect(readdirSync(path.join(dataDir, 'backups'))).toEqual(made);
  await start();
});

test('a wrong clock does not stop the backups, and backups dated in the future are removed once enough others exist', async () => {
  await server.close();
  const ahead = '2099-01-01T00-00-00Z';
  mkdirSync(path.join(dataDir, 'backups', ahead), { recursive: true });
  await start({ BACKUPS_KEPT: '2' });
  await expect.poll(() => listBackups(dataDir).length).toBe(2);
  await server.close();
  const [made = '', ...others] = listBackups(dataDir);
  expect(others).toEqual([ahead]);
  // Dates the backup two days back, so that another is due.
  const old = new Date(Date.now() - 2 * DAY_MS)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  renameSync(path.join(dataDir, 'backups', made), path.join(dataDir, 'backups', old));
  await start({ BACKUPS_KEPT: '2' });
  await expect
    .poll(() => [listBackups(dataDir).length, listBackups(dataDir).at(-1) === ahead])
    .toEqual([2, false]);
  await server.close();
  expect(listBackups(dataDir)[0]).toBe(old);
  await start();
});

test('no backup is made if none is to be kept', async () => {
  await server.close();
  pass(30);
  await start({ BACKUPS_KEPT: '0' });
  expect((await health())['backup']).toBe('ok');
  await server.close();
  expect(existsSync(path.join(dataDir, 'backups'))).toBe(false);
  await start();
});

test('a failed backup is logged, and after two days a failed part of the health check', async () => {
  await server.close();
  pass(1);
  // A folder in place of a file, so that the backup fails.
  rmSync(path.join(dataDir, 'gallery-seeded'));
  mkdirSync(path.join(dataDir, 'gallery-seeded'));
  const spawned = spawnServer(envOf(dataDir));
  expect(await (await fetch(`${await spawned.up}/healthz`)).json()).toMatchObject({ backup: 'ok' });
  spawned.kill('SIGTERM');
  expect((await spawned.ended).output).toContain(
    'The daily backup could not be made. It is tried again in an hour.',
  );
  expect(readdirSync(path.join(dataDir, 'backups'))).toEqual([]);
  pass(3);
  await start();
  expect(await health()).toMatchObject({ status: 'failed', backup: 'failed', database: 'ok' });
});

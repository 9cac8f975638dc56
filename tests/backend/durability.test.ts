import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { clientOf } from './support/client.ts';
import { aBooking } from '../support/records.ts';
import { ADMIN, pdf } from './support/people.ts';
import { spawnServer } from './support/spawn-server.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'durability-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const WRITERS = 4;
const ROWS_A_ROUND = 60;

/**
 * Writes rows and files in parallel until the server is gone; `acknowledged` collects the confirmed
 * ones.
 */
async function write(
  url: string,
  acknowledged: { rows: string[]; files: string[] },
): Promise<void> {
  const client = clientOf(url);
  for (;;) {
    const booking = aBooking();
    const row = await client.from('bookings').insert(booking);
    if (row.error) return;
    acknowledged.rows.push(booking.id);
    const name = `${randomUUID()}.pdf`;
    const file = await client.storage.from('resumes').upload(name, pdf(5000));
    if (file.error) return;
    acknowledged.files.push(name);
  }
}

test('no acknowledged write is lost when the server is killed while it writes', async () => {
  const acknowledged = { rows: [] as string[], files: [] as string[] };
  for (let round = 1; round <= 2; round++) {
    const server = spawnServer({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    const url = await server.up;
    const writers = Promise.all(Array.from({ length: WRITERS }, () => write(url, acknowledged)));
    await expect
      .poll(() => acknowledged.rows.length, { interval: 5 })
      .toBeGreaterThan(round * ROWS_A_ROUND);
    server.kill('SIGKILL');
    await Promise.all([server.ended, writers]);
  }

  const server = spawnServer({ DATA_DIR: dataDir });
  const admin = clientOf(await server.up);
  await admin.auth.signInWithPassword(ADMIN);
  const { data: rows } = await admin.from('bookings').select('id');
  expect(rows?.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged.rows));
  for (const name of acknowledged.files) {
    const { data } = await admin.storage.from('resumes').download(name);
    expect([name, data?.size]).toEqual([name, 5000]);
  }
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});

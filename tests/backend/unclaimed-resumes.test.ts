import 'fake-indexeddb/auto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSupabaseBackend } from '../../src/core/server/supabase-backend.ts';
import { flush } from '../../src/core/outbox/flush.ts';
import { Database } from '../../src/core/store/database.ts';
import { createSubmission, VISITOR_MUTATIONS } from '../../src/core/mutations/visitors.ts';
import type { VisitorPorts } from '../../src/core/mutations/visitor-mutation.ts';
import { createQueue, enqueue } from '../../src/core/outbox/queue.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { APPLICATION } from '../support/values.ts';
import { clientOf } from './support/client.ts';
import { ADMIN } from './support/people.ts';

const HOUR_MS = 60 * 60 * 1000;
const BYTES = new TextEncoder().encode('%PDF-1.7 Ailsa Craig');

let dataDir: string;
let server: Server;
const start = async () => {
  server = await startServer(
    parseEnv({
      PORT: '0',
      INBOX_PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }),
  );
};
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'unclaimed-'));
  await start();
});
afterAll(async () => {
  await server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const storedFiles = () =>
  server.database.query<{ name: string }>(
    `select name from storage.objects where bucket_id = 'resumes'`,
  );

/** A visitor's device with the product's own outbox. Requests that match `cut` fail. */
function createDevice() {
  const db = new Database(`device-${crypto.randomUUID()}`);
  const connection: { cut: RegExp | null } = { cut: null };
  const clock = { now: Date.now() };
  const connectedFetch: typeof fetch = (input, init) => {
    if (connection.cut?.test(String(input instanceof Request ? input.url : input)))
      return Promise.reject(new TypeError('Failed to fetch'));
    return fetch(input, init);
  };
  const run = () => {
    const backend = createSupabaseBackend({
      url: server.url,
      publishableKey: LOCAL_PUBLISHABLE_KEY,
      fetch: connectedFetch,
    });
    const ports: VisitorPorts = { backend, place: 'page', onState: async () => undefined };
    const device = { now: () => clock.now, random: () => 1 };
    const queue = createQueue(db);
    return flush({ queue, mutations: VISITOR_MUTATIONS, ports, device }, { eager: false });
  };
  /** Applies for a position and returns the application's id. */
  async function apply(career_id: string) {
    const fresh = createSubmission(
      {
        kind: 'job_application',
        values: { ...APPLICATION, career_id, job_title: 'Cleaner' },
      },
      { name: 'cv.pdf', type: 'application/pdf', extension: 'pdf', bytes: BYTES.buffer },
      clock.now,
    );
    await enqueue(db, fresh);
    return fresh.entry.id;
  }
  return { db, connection, clock, flush: run, apply };
}

test('a device whose résumé was removed while its application was queued uploads it again and applies, by itself', async () => {
  const device = createDevice();
  const [career] = await server.database.query<{ id: string }>(
    'select id from public.careers limit 1',
  );
  const id = await device.apply(String(career?.id));
  const name = `${id}.pdf`;

  device.connection.cut = /\/rest\/v1\/job_applications/;
  await device.flush();
  expect(await storedFiles()).toEqual([{ name }]);
  expect(await device.db.entries.get(id)).toMatchObject({ step: 'row' });

  await server.database.query(
    `update storage.objects set created_at = now() - interval '1 day' where name = $1`,
    [name],
  );
  await server.close();
  await start();
  await expect.poll(storedFiles).toEqual([]);

  device.connection.cut = null;
  for (let tries = 1; tries <= 2; tries++) {
    device.clock.now += HOUR_MS;
    await device.flush();
  }
  expect(await device.db.entries.count()).toBe(0);
  expect(await device.db.receipts.get(id)).toMatchObject({
    kind: 'job_application',
    alert: 'sent',
  });

  const admin = clientOf(server.url);
  await admin.auth.signInWithPassword(ADMIN);
  expect((await admin.from('job_applications').select('id, resume_path')).data).toEqual([
    { id, resume_path: name },
  ]);
  const { data: file } = await admin.storage.from('resumes').download(name);
  expect(new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(BYTES);
});

test('a start deletes yesterday’s addresses, and keeps claimed and recent résumés', async () => {
  const before = await storedFiles();
  await server.database.query(
    `update storage.objects set created_at = now() - interval '1 year' where bucket_id = 'resumes'`,
  );
  const young = `${crypto.randomUUID()}.pdf`;
  await clientOf(server.url)
    .storage.from('resumes')
    .upload(young, new Blob([BYTES], { type: 'application/pdf' }));
  await server.database.query(
    `insert into private.submission_hits (target, client, at) values ('bookings', 'old', now() - interval '23 hours'), ('bookings', 'new', now())`,
  );
  await server.close();
  await start();
  const hits = () =>
    server.database.query<{ client: string }>(
      `select convert_from(client, 'UTF8') as client from private.submission_hits`,
    );
  await expect.poll(hits).toEqual([{ client: 'new' }]);
  await server.close();
  await start();
  expect((await storedFiles()).map(({ name }) => name).sort()).toEqual(
    [...before.map(({ name }) => name), young].sort(),
  );
});

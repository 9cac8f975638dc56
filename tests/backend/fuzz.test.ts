import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aBooking } from '../support/records.ts';
import { tokenOf } from './support/admin-backend.ts';
import { clientOf } from './support/client.ts';
import { createFuzz } from './support/fuzz-requests.ts';
import { ADMIN } from './support/people.ts';
import { createRandom } from './support/random.ts';
import { rawAgent, sendRaw, type RawRequest } from './support/raw-request.ts';
import { spawnServer } from './support/spawn-server.ts';

/** `FUZZ_SEED=7 FUZZ_COUNT=10000` sends the first 10,000 requests of the seventh run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const COUNT = Number(process.env['FUZZ_COUNT'] ?? 1_000);
const SIDE_BY_SIDE = 8;

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const describeRequest = (
  status: number,
  index: number,
  { method, path: target, headers, body }: RawRequest,
) =>
  `${status} for request ${index} of seed ${SEED}: ${method} ${target.slice(0, 200)} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 300)}`;

interface Outcome {
  /** The number of answers by status; 0 is a connection that ended without an answer. */
  statuses: Record<number, number>;
  slowest: { ms: number; request: string };
}

/** Sends all requests, several at a time. */
async function sendAll(url: string, next: () => RawRequest): Promise<Outcome> {
  const outcome: Outcome = { statuses: {}, slowest: { ms: 0, request: '' } };
  const agent = rawAgent();
  let index = 0;
  async function sendSome(): Promise<void> {
    while (index < COUNT) {
      const mine = index++;
      const request = next();
      const begun = performance.now();
      const { status } = await sendRaw(url, request, agent);
      const ms = Math.round(performance.now() - begun);
      if (ms > outcome.slowest.ms)
        outcome.slowest = { ms, request: describeRequest(status, mine, request) };
      outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, sendSome));
  agent.destroy();
  return outcome;
}

test(
  `${COUNT} malformed requests end neither the process nor the database, and everything works after them`,
  async () => {
    const server = spawnServer({
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    });
    let hasEnded = false;
    void server.ended.then(() => (hasEnded = true));
    const url = await server.up;
    const admin = clientOf(url);
    const signIn = await admin.auth.signInWithPassword(ADMIN);
    expect(signIn.error).toBeNull();
    const { token } = await tokenOf(admin);
    const { statuses, slowest } = await sendAll(url, createFuzz(createRandom(SEED), [token]));
    console.log(
      [
        `${COUNT} requests of seed ${SEED}, by status: ${JSON.stringify(statuses)}`,
        `The slowest answer: ${slowest.ms} ms, ${slowest.request.slice(0, 200)}`,
      ].join('\n'),
    );
    expect(hasEnded).toBe(false);

    const booking = aBooking();
    expect(await clientOf(url).from('bookings').insert(booking)).toMatchObject({ status: 201 });
    for (const table of [
      'bookings',
      'contact_messages',
      'job_applications',
      'careers',
      'gallery_images',
      'testimonials',
    ] as const) {
      const { count, error } = await admin.from(table).select('*', { count: 'exact', head: true });
      expect([table, error, Number(count) >= 0]).toEqual([table, null, true]);
    }
  },
  120_000 + COUNT * 120,
);

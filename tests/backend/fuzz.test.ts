import { expect, test } from 'vitest';
import { createFuzz, type FuzzRequest } from './support/fuzz-requests.ts';
import { tokenOf } from './support/admin-backend.ts';
import { aBooking } from '../support/records.ts';
import { createRandom } from './support/random.ts';
import { rawAgent, sendRaw } from './support/raw-request.ts';
import { useServer } from './support/use-server.ts';

/** `FUZZ_SEED=7 FUZZ_COUNT=500` repeats the first 500 requests of the seventh run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const COUNT = Number(process.env['FUZZ_COUNT'] ?? 10_000);
const SIDE_BY_SIDE = 8;

// Each request comes from another address, so that it is not the flood guard that answers.
const { visitor, administrator, query, url, inboxUrl } = useServer({ TRUSTED_PROXY_HOPS: '1' });

const describeRequest = (
  status: number,
  index: number,
  { method, path, headers, body }: FuzzRequest,
) =>
  `${status} for request ${index} of seed ${SEED}: ${method} ${path.slice(0, 200)} ${JSON.stringify(headers)} ${String(body ?? '').slice(0, 300)}`;

/** Sends all of them, some side by side; returns those that the server failed at. */
async function sendAll(next: () => FuzzRequest): Promise<string[]> {
  const failures: string[] = [];
  const agent = rawAgent();
  let index = 0;
  async function sendSome(): Promise<void> {
    while (index < COUNT) {
      const mine = index++;
      const request = next();
      const { status } = await sendRaw(request.to === 'inbox' ? inboxUrl() : url(), request, agent);
      if (status >= 500) failures.push(describeRequest(status, mine, request));
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, sendSome));
  agent.destroy();
  return failures;
}

test(`${COUNT} random, malformed and oversized requests are all answered without a failure, and nothing is broken after them`, async () => {
  const counts = () =>
    query<{ careers: number; pictures: number }>(
      'select (select count(*)::int from careers) careers, (select count(*)::int from gallery_images) pictures',
    );
  const before = await counts();
  const { token } = await tokenOf(await administrator());
  const failures = await sendAll(createFuzz(createRandom(SEED), [token]));
  expect(failures).toEqual([]);

  const person = visitor({ 'x-forwarded-for': '203.0.113.7' });
  const booking = aBooking();
  expect(await person.from('bookings').insert(booking)).toMatchObject({ status: 201, error: null });
  expect(await query('select name from bookings where id = $1', [booking.id])).toEqual([
    { name: booking.name },
  ]);

  const admin = await administrator();
  for (const table of [
    'bookings',
    'contact_messages',
    'job_applications',
    'careers',
    'gallery_images',
    'testimonials',
  ] as const) {
    const { data, error } = await admin.from(table).select('id').limit(1000);
    const [stored] = await query<{ n: number }>(`select count(*)::int as n from ${table}`);
    expect([table, error, data?.length]).toEqual([table, null, Math.min(stored?.n ?? 0, 1000)]);
  }
  const after = await counts();
  expect(after[0]?.careers).toBeGreaterThanOrEqual(before[0]?.careers ?? 0);
  expect(after[0]?.pictures).toBeGreaterThanOrEqual(before[0]?.pictures ?? 0);
}, 600_000);

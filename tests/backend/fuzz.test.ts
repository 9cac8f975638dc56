import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { aBooking, aMessage, aPosting } from '../support/records.ts';
import { tokenOf } from './support/admin-backend.ts';
import { clientOf } from './support/client.ts';
import { ADMIN } from './support/people.ts';
import { createRandom } from './support/random.ts';
import { rawAgent, sendRaw, type RawRequest } from './support/raw-request.ts';
import { spawnServer } from './support/spawn-server.ts';

/** `FUZZ_SEED=7 FUZZ_COUNT=10000` sends the first 10,000 requests of the seventh run. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const COUNT = Number(process.env['FUZZ_COUNT'] ?? 200);
const SIDE_BY_SIDE = 8;
const UUID = '11111111-1111-4111-8111-111111111111';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fuzz-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Values that break parsers of addresses, JSON, SQL, numbers and texts. */
const NASTY: readonly unknown[] = [
  ...['', "'", '"', '\\', ';', '/*', '*', '(', '{}', '[', '$1', '%', '%00', '../..', '\r\nX-A: b'],
  ...[
    'a\u0000b',
    '\u202e',
    '\ud800',
    'é\udc00',
    '😀',
    'infinity',
    '2027-13-45',
    'x'.repeat(30_000),
  ],
  ...[null, true, 0, -1, 1.5, 1e308, 9007199254740993, {}, [], [null], [[]], { toString: 1 }],
  ...['eq.1', 'in.(1)', `in.(${UUID})`, 'cs.{a}', '*,careers(*)', 'a::text', 'count()'],
  Array.from({ length: 20_000 }, () => ({})),
];

type Shape = readonly [method: string, path: string, body?: object];

/** Requests of the product, with valid values. */
const SHAPES: readonly Shape[] = [
  ['GET', `/rest/v1/careers?select=*&order=created_at.desc,id&limit=10&id=in.(${UUID})`],
  ['HEAD', '/rest/v1/bookings?select=*'],
  ['DELETE', `/rest/v1/testimonials?id=in.(${UUID})`],
  ['POST', '/rest/v1/bookings', aBooking()],
  ['POST', '/rest/v1/contact_messages', aMessage()],
  ['POST', '/rest/v1/careers', [aPosting(), aPosting()]],
  ['POST', '/rest/v1/rpc/has_role', { _user_id: UUID, _role: 'admin' }],
  ['POST', '/rest/v1/rpc/changes', { after: 0, at_most: 1000 }],
  ['POST', '/rest/v1/rpc/request_states', { ids: [UUID] }],
  ['POST', '/rest/v1/rpc/crew_report', { _key: UUID, _event_id: UUID, _job: UUID, _kind: 'done' }],
  ['POST', '/auth/v1/token?grant_type=password', { email: 'a@example.com', password: 'wrong' }],
  ['POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'a' }],
  ['POST', '/auth/v1/factors', { factor_type: 'totp' }],
  ['POST', `/auth/v1/factors/${UUID}/verify`, { challenge_id: UUID, code: '1' }],
  ['POST', `/storage/v1/object/resumes/${UUID}.pdf`, { a: 1 }],
  ['POST', `/storage/v1/object/sign/resumes/${UUID}.pdf`, { expiresIn: 60 }],
  ['DELETE', '/storage/v1/object/resumes', { prefixes: [`${UUID}.pdf`] }],
  ['GET', '/storage/v1/object/public/gallery/a.webp?token=a&width=1'],
  ['POST', '/functions/v1/send-form-email', { type: 'booking', data: { id: UUID } }],
];

/** Makes requests of the product with one or two values replaced or broken off. */
function createFuzz(seed: number, token: string): () => RawRequest {
  const random = createRandom(seed);
  const { chance, below, pick } = random;
  const text = () => {
    const value = pick(NASTY);
    return typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);
  };
  const mutate = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || chance(0.2)) return pick(NASTY);
    const key = chance(0.1) ? text() : pick([...Object.keys(value), 'more']);
    return { ...value, [key]: mutate((value as Record<string, unknown>)[key]) };
  };
  const mutatePath = (target: string) => {
    const at = below(target.length);
    const value = text().slice(0, 2000);
    const nasty = /^[!-~]*$/.test(value) ? value : encodeURI(value);
    return target.slice(0, at) + nasty + target.slice(at + (chance(0.5) ? nasty.length : 0));
  };
  return () => {
    const [method, target, body] = pick(SHAPES);
    const sent = body && JSON.stringify(chance(0.7) ? mutate(body) : body);
    const type = pick(['application/json', 'text/csv', 'multipart/form-data; boundary=x', '']);
    return {
      method: chance(0.9) ? method : pick(['PUT', 'PATCH', 'OPTIONS', 'GET', 'POST']),
      path: chance(0.5) ? mutatePath(target) : target,
      headers: {
        apikey: LOCAL_PUBLISHABLE_KEY,
        'x-forwarded-for': `198.51.100.${below(256)}`,
        'content-type': chance(0.9) ? 'application/json' : type,
        ...(chance(0.5) && { authorization: `Bearer ${chance(0.9) ? token : 'a.b.c'}` }),
        ...(chance(0.2) && {
          prefer: pick(['return=representation', 'tx=rollback', 'count=exact']),
        }),
        ...(chance(0.1) && { 'x-upsert': 'true', range: '5-2', 'accept-profile': 'auth' }),
      },
      ...(sent && { body: chance(0.9) ? sent : sent.slice(0, below(sent.length)) }),
    };
  };
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
    expect((await admin.auth.signInWithPassword(ADMIN)).error).toBeNull();

    const next = createFuzz(SEED, (await tokenOf(admin)).token);
    const agent = rawAgent();
    const statuses: Record<number, number> = {};
    let sent = 0;
    async function sendSome(): Promise<void> {
      while (sent++ < COUNT) {
        const { status } = await sendRaw(url, next(), agent);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, sendSome));
    agent.destroy();
    console.log(`${COUNT} requests of seed ${SEED}, by status: ${JSON.stringify(statuses)}`);

    expect(hasEnded).toBe(false);
    expect(await clientOf(url).from('bookings').insert(aBooking())).toMatchObject({ status: 201 });
    for (const table of ['bookings', 'contact_messages', 'careers', 'testimonials'] as const) {
      const { count, error } = await admin.from(table).select('*', { count: 'exact', head: true });
      expect([table, error, Number(count) >= 0]).toEqual([table, null, true]);
    }
  },
  120_000 + COUNT * 120,
);

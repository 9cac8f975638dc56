import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { crewOf } from '../support/crew.ts';
import { ADMIN, ANON, useDatabase, type Caller } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';

/** A refusal of a function never shows a row: a booking's id is its customer's key. */

const database = useDatabase();
const { as, asOwner } = database;
const { addPerson, answer, deviceOf, jobFor, jobOf, revisionOf } = crewOf(database);

const SUBSCRIPTION = ['https://192.0.2.1/push', 'no key', 'no secret'];
const LONG = 'x'.repeat(1001);
const AT = new Date().toISOString();

/** Calls that are refused, by the function; the values are those of `given`. */
interface Given {
  booking: string;
  visited: string;
  offer: string;
  visitedRev: number;
  rev: number;
  job: string;
  key: string;
  stored: string;
  day: string;
  push: { id: string; auth: string };
}
type Call = [caller: Caller, ...values: unknown[]];
const REFUSED: Record<string, (given: Given) => Call[]> = {
  answer_booking: ({ booking, visited, visitedRev, rev, offer, day }) => [
    ...[
      ['cancelled', null, null, LONG],
      ['cancelled', day, 'morning', null],
      ['confirmed', day, 'night', null],
      ['confirmed', '2100-01-01', 'morning', null],
      ['confirmed', null, null, null],
      ['lost', null, null, null],
    ].map((values): Call => [ADMIN, randomUUID(), booking, rev, ...values]),
    [ADMIN, offer, visited, visitedRev, 'cancelled', null, null, null],
    [ADMIN, randomUUID(), booking, rev, 'repeated', day, 'morning', null, 3],
    [ADMIN, randomUUID(), booking, rev, 'confirmed', day, 'morning', null, null, 0, 'visit'],
    [ADMIN, randomUUID(), booking, rev, 'confirmed', day, 'morning', null, null, 100, null],
    [ANON, randomUUID(), booking, rev, 'declined', null, null, null],
  ],
  answer_request: ({ booking, offer, day }) => [
    [ANON, randomUUID(), booking, 'lost'],
    [ANON, offer, booking, 'cancelled'],
    [ANON, randomUUID(), booking, 'asked', null, null, null, day, 'night'],
    [ANON, randomUUID(), booking, 'asked', null, null, null, '2100-01-01', 'morning'],
  ],
  changes: () => [
    [ADMIN, 0, 1001],
    [ADMIN, null, null],
    [ADMIN, 0, 10, 3],
  ],
  count_browser_errors: () => [
    [ANON, null, '[]'],
    [ANON, 'no release', '{}'],
    [ANON, LONG, '[{"message": 7}]'],
  ],
  crew_code: ({ key }) => [[ANON, key]],
  crew_devices: () => [[ANON]],
  crew_jobs: ({ key }) => [[ADMIN, key]],
  crew_notify: ({ key }) => [
    [ANON, key, randomUUID(), ...SUBSCRIPTION],
    [ANON, key, null, null, null, 'no secret'],
  ],
  crew_register: ({ key }) => [
    [ANON, 'ABCD-EFGH', 'short', 'Chrome on Android'],
    [ANON, 'ABCD-EFGH', key, ''],
  ],
  crew_report: ({ key, job, stored }) => [
    [ANON, key, randomUUID(), job, 'done', null, 7, AT],
    [ANON, key, randomUUID(), job, 'done', null, -1, AT],
    [ANON, key, randomUUID(), job, 'done', LONG, 0, AT],
    [ANON, key, randomUUID(), job, 'noted', null, 0, AT],
    [ANON, key, randomUUID(), job, 'lost', null, 0, AT],
    [ANON, key, stored, job, 'noted', 'The id of another report.', 0, AT],
  ],
  delete_rows: () => [
    [ADMIN, 'alerts', []],
    [ADMIN, null, null],
  ],
  end_crew_device: () => [[ANON, randomUUID()]],
  ensure_bucket_exists: () => [[ANON, 'jobs', 'jobs', false]],
  first_copy: ({ day }) => [
    [ADMIN, 'alarms', day, null, null, 10],
    [ADMIN, 'bookings', null, null, null, 10],
    [ADMIN, 'bookings', day, 'no time', randomUUID(), 10],
  ],
  has_role: () => [[ANON, ADMIN.userId, 'admin']],
  keep_picture: ({ stored }) => [
    [ANON, stored, 1, true],
    [ADMIN, stored, 7, true],
  ],
  kept_pictures: ({ stored }) => [[ANON, stored]],
  notify_request: ({ booking }) => [
    [ANON, booking, randomUUID(), ...SUBSCRIPTION],
    [ANON, booking, null, null, null, null],
  ],
  release_alert: ({ booking }) => [[ANON, 'booking', booking]],
  renew_push_device: ({ push: { id, auth } }) => [
    [ANON, id, auth, randomUUID(), ...SUBSCRIPTION],
    [ANON, id, auth, randomUUID(), null, null, null],
  ],
  request_states: () => [[ANON, Array.from({ length: 51 }, () => randomUUID())]],
  set_booking: ({ booking, offer }) => [
    [ADMIN, randomUUID(), booking, 'instructions', null, JSON.stringify(LONG)],
    [ADMIN, randomUUID(), booking, 'access', null, JSON.stringify(LONG)],
    [ADMIN, randomUUID(), booking, 'access', null, '7'],
    [ADMIN, randomUUID(), booking, 'crew', '[]', '"nobody"'],
    [ADMIN, randomUUID(), booking, 'access', null, 'no JSON'],
    [ADMIN, randomUUID(), booking, 'crew', '[]', JSON.stringify([offer])],
    [ADMIN, randomUUID(), booking, 'crew', '[]', '["nobody"]'],
    [ADMIN, randomUUID(), booking, 'name', null, '"Ailsa"'],
    [ADMIN, null, booking, 'access', null, '"4711"'],
    [ANON, randomUUID(), booking, 'access', null, '"4711"'],
  ],
  stop_notifying: ({ booking }) => [[{ role: 'service_role' }, booking, randomUUID()]],
  withdraw: () => [
    [ADMIN, 'alerts', []],
    [ADMIN, 'bookings', Array.from({ length: 101 }, () => randomUUID())],
  ],
};

let given: Given;
beforeAll(async () => {
  const person = await addPerson();
  const booking = await jobFor([person], 5);
  const visited = await jobFor([person], 5);
  const [key, job, stored, offer] = [
    await deviceOf(person),
    await jobOf(booking),
    randomUUID(),
    randomUUID(),
  ];
  await as(ANON, (query) =>
    query('select public.crew_report($1, $2, $3, $4, null, 1, now())', [key, stored, job, 'done']),
  );
  await asOwner(
    `insert into storage.objects (bucket_id, name) select 'jobs', $1 || '/' || n from generate_series(1, 7) as n`,
    [stored],
  );
  const [row] = await asOwner<{ day: string }>(`select (private.london_today() + 3)::text as day`);
  const day = row?.day ?? '';
  await answer(booking, 'offered', { eventId: offer, day, slot: 'evening' });
  const rev = Number(await revisionOf(booking));
  const visitedRev = Number(await revisionOf(visited));
  const push = { id: randomUUID(), auth: 'A'.repeat(22) };
  await as(ANON, (query) =>
    query('select public.crew_notify($1, $2, $3, $4, $5)', [
      key,
      push.id,
      'https://fcm.googleapis.com/send/1',
      PUSH_KEY,
      push.auth,
    ]),
  );
  given = { booking, visited, offer, rev, visitedRev, job, key, stored, day, push };
});

it('each function of the API has calls that are refused', async () => {
  const rows = await asOwner<{ name: string }>(`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    order by p.proname`);
  expect(Object.keys(REFUSED)).toEqual(rows.map(({ name }) => name));
});

describe.each(Object.entries(REFUSED))('%s', (name, callsOf) => {
  it('is refused without a detail', async () => {
    for (const [caller, ...values] of callsOf(given)) {
      await asOwner('delete from private.submission_hits');
      const places = values.map((_, n) => `$${n + 1}`).join(', ');
      const refused = as(caller, (query) => query(`select public.${name}(${places})`, values));
      const refusal: { message?: string; detail?: string } = await refused.then(
        () => ({}),
        (error: object) => error,
      );
      expect(refusal.message, JSON.stringify(values)).toBeDefined();
      expect(refusal.detail, JSON.stringify(values)).toBeUndefined();
    }
  });
});

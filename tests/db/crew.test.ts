import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { CREW_DEVICE_DAYS } from '../../src/core/domain/limits.ts';
import { crewOf, type Sheet } from '../support/crew.ts';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { PUSH_KEY } from '../support/push-service.ts';
import { aBooking } from '../support/records.ts';

const database = useDatabase();
const { as, asOwner, insertAs } = database;
const crew = crewOf(database);
const { call, dayIn, answer, addPerson, deviceOf, sheetOf, jobFor, jobOf, report } = crew;

const TODAY = '2026-12-01';
const DENIED = { code: '42501' };
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

beforeEach(async () => {
  await asOwner('delete from private.submission_hits');
  await crew.setToday(TODAY);
});

interface Stored {
  status: string;
  crew: string[];
  access: string | null;
  rev: string;
}
const rowOf = async (id: string) =>
  (
    await asOwner<Stored>('select status, crew, access, rev from public.bookings where id = $1', [
      id,
    ])
  )[0] as Stored;
const eventsOf = (id: string) =>
  asOwner<Record<string, unknown>>('select * from private.former_events($1) order by rev', [id]);
const visitsOf = (series: string) =>
  asOwner<Stored & { id: string; day: string }>(
    `select id, preferred_date::text as day, crew, access from public.bookings
     where series = $1 order by preferred_date`,
    [series],
  );
/** A confirmed booking that is repeated weekly from today on, and its visits. */
async function series(people: readonly string[] = []) {
  const id = await jobFor(people);
  await answer(id, 'repeated', { day: TODAY, slot: 'morning', every: 1 });
  return { id, visits: await visitsOf(id) };
}
const jobsOf = async (key: string) => (await sheetOf(key))?.jobs ?? [];

describe('without a key', () => {
  const QUESTIONS: [string, unknown[]][] = [
    ['public.crew_register($1, $2, $3)', ['ABCD-EFGH', '0'.repeat(32), 'Chrome']],
    ['public.crew_jobs($1)', ['0'.repeat(32)]],
    [
      'public.crew_report($1, $2, $3, $4, null, 0, null)',
      ['0'.repeat(32), randomUUID(), randomUUID(), 'done'],
    ],
    [
      'public.crew_notify($1, $2, $3, $4, $5)',
      [
        '0'.repeat(32),
        randomUUID(),
        'https://fcm.googleapis.com/fcm/send/a',
        PUSH_KEY,
        'a'.repeat(22),
      ],
    ],
  ];

  it.each(QUESTIONS)('no signed-in user, administrator or server calls %s', async (sql, params) => {
    for (const caller of [USER, ADMIN, SERVICE])
      await expect(call(caller, sql, params)).rejects.toMatchObject(DENIED);
    await expect(call(ANON, sql, params)).resolves.not.toThrow();
  });

  it('a key of its person opens nothing for a signed-in administrator', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    await jobFor([ann]);
    await expect(sheetOf(key, ADMIN)).rejects.toMatchObject(DENIED);
    await expect(report(key, randomUUID(), 'done', {}, ADMIN)).rejects.toMatchObject(DENIED);
  });

  it.each<[string, Caller]>([
    ['a visitor', ANON],
    ['a user without a role', USER],
    ['the server’s key', SERVICE],
  ])('%s makes no code, and reads and ends no device', async (_, caller) => {
    const ann = await addPerson();
    await deviceOf(ann);
    for (const [sql, params] of [
      ['public.crew_code($1)', [ann]],
      ['public.crew_devices()', []],
      ['public.end_crew_device($1)', [randomUUID()]],
    ] as const)
      await expect(call(caller, sql, [...params])).rejects.toMatchObject(DENIED);
  });

  it('a wrong, an unknown and an empty key get the same', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    await jobFor([ann]);
    for (const wrong of [crew.newKey(), `${key} `, key.toUpperCase(), key.slice(1), '', null])
      expect(await sheetOf(wrong)).toBeNull();
    expect(await report(crew.newKey(), randomUUID(), 'done')).toEqual({ outcome: 'ended' });
  });

  it('a malformed, an ended and an unknown key get byte by byte the same, for a real job too', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const [ended, real] = [await deviceOf(ann), await deviceOf(ben)];
    const job = await jobOf(await jobFor([ann, ben]));
    await asOwner('delete from private.crew_devices where crew_id = $1', [ann]);
    const read = (key: string) => call<string | null>(ANON, 'public.crew_jobs($1)::text', [key]);
    const send = (key: string, of: string) =>
      call<string>(ANON, `public.crew_report($1, $2, $3, 'done', null, 0, null)::text`, [
        ...[key, randomUUID(), of],
      ]);
    const keys = [ended, crew.newKey(), 'wrong', ''];
    expect(new Set(await Promise.all(keys.map(read)))).toEqual(new Set([null]));
    const responses = await Promise.all(
      keys.flatMap((key) => [send(key, job), send(key, randomUUID())]),
    );
    expect(new Set(responses)).toEqual(new Set(['{"outcome" : "ended"}']));
    expect(await send(real, job)).not.toBe('{"outcome" : "ended"}');
  });
});

describe('a code', () => {
  it('has eight characters and registers one device within an hour', async () => {
    const ann = await addPerson();
    const made = await call<{ code: string; expires_at: string }>(ADMIN, 'public.crew_code($1)', [
      ann,
    ]);
    expect(made.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const lasts = Date.parse(made.expires_at) - Date.now();
    expect(lasts).toBeGreaterThan(59 * 60_000);
    expect(lasts).toBeLessThanOrEqual(60 * 60_000);
    expect(await crew.register(made.code, crew.newKey())).toEqual({
      outcome: 'registered',
      name: 'Ann Baker',
    });
    expect(await crew.register(made.code, crew.newKey())).toEqual({ outcome: 'wrong' });
  });

  it('is typed in any case, with spaces, and with letters for digits', async () => {
    const ann = await addPerson();
    const code = await crew.codeFor(ann);
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await crew.register(typed, crew.newKey())).outcome).toBe('registered');
  });

  it('that is wrong, used, expired, replaced or of nobody looks the same', async () => {
    const ann = await addPerson();
    const used = await crew.codeFor(ann);
    await crew.register(used, crew.newKey());
    const replaced = await crew.codeFor(ann);
    const expired = await crew.codeFor(ann);
    await asOwner(`update private.crew_codes set expires_at = now() where crew_id = $1`, [ann]);
    for (const code of [used, replaced, expired, '0000-0000', '', null, 'ABC', '‮<script>'])
      expect(await crew.register(code, crew.newKey())).toEqual({ outcome: 'wrong' });
    expect(await call(ADMIN, 'public.crew_code($1)', [randomUUID()])).toBeNull();
  });

  it('ends after five wrong tries', async () => {
    const ann = await addPerson();
    const code = await crew.codeFor(ann);
    const wrong = `${code.slice(0, 8)}${code.endsWith('0') ? '1' : '0'}`;
    for (let n = 0; n < 4; n++)
      expect(await crew.register(wrong, crew.newKey())).toEqual({ outcome: 'wrong' });
    const other = await addPerson('Ben Craig');
    expect((await crew.register(await crew.codeFor(other), crew.newKey())).outcome).toBe(
      'registered',
    );
    expect(await crew.register(wrong, crew.newKey())).toEqual({ outcome: 'wrong' });
    expect(await crew.register(code, crew.newKey())).toEqual({ outcome: 'wrong' });
  });

  it('still works after four wrong tries', async () => {
    const ann = await addPerson();
    const code = await crew.codeFor(ann);
    const wrong = `${code.slice(0, 8)}${code.endsWith('0') ? '1' : '0'}`;
    for (let n = 0; n < 4; n++) await crew.register(wrong, crew.newKey());
    expect((await crew.register(code, crew.newKey())).outcome).toBe('registered');
  });

  it('tries are counted by the flood guard', async () => {
    const sender = { ...ANON, headers: { 'x-forwarded-for': '203.0.113.9' } };
    for (let n = 0; n < 10; n++) await crew.register('0000-0000', crew.newKey(), sender);
    await expect(crew.register('0000-0000', crew.newKey(), sender)).rejects.toMatchObject({
      code: 'PT429',
    });
  });

  it('is stored as a hash, like a key', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const code = await crew.codeFor(ann);
    const stored = JSON.stringify(
      await asOwner(
        `select (select json_agg(c) from private.crew_codes c) as codes, (select json_agg(d) from private.crew_devices d) as devices`,
      ),
    );
    expect(stored).not.toContain(key);
    expect(stored).not.toContain(code.replace('-', '').slice(3));
    expect(stored).toContain(createHash('sha256').update(key).digest('hex'));
  });
});

describe('a device', () => {
  it('that lost the response is registered again with the same key, whatever the code', async () => {
    const ann = await addPerson();
    const code = await crew.codeFor(ann);
    const key = crew.newKey();
    const registered = { outcome: 'registered', name: 'Ann Baker' };
    expect(await crew.register(code, key)).toEqual(registered);
    expect(await crew.register(code, key)).toEqual(registered);
    expect(await call<unknown[]>(ADMIN, 'public.crew_devices()')).toContainEqual(
      expect.objectContaining({ crew_id: ann, name: 'Chrome on Android' }),
    );
  });

  it('is one of three; a fourth is refused, and the code stays for the time after one has ended', async () => {
    const ann = await addPerson();
    for (let n = 0; n < 3; n++) await deviceOf(ann);
    const code = await crew.codeFor(ann);
    const key = crew.newKey();
    expect(await crew.register(code, key)).toEqual({ outcome: 'full' });
    const devices = await call<{ id: string; crew_id: string }[]>(ADMIN, 'public.crew_devices()');
    const one = devices.find(({ crew_id: of }) => of === ann)?.id;
    expect(await call(ADMIN, 'public.end_crew_device($1)', [one])).toBe(true);
    expect(await call(ADMIN, 'public.end_crew_device($1)', [one])).toBe(false);
    expect((await crew.register(code, key)).outcome).toBe('registered');
  });

  it('that was ended reads and reports nothing from then on', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    expect(await jobsOf(key)).toHaveLength(1);
    const [device] = await asOwner<{ id: string }>(
      'select id from private.crew_devices where crew_id = $1',
      [ann],
    );
    await call(ADMIN, 'public.end_crew_device($1)', [device?.id]);
    expect(await sheetOf(key)).toBeNull();
    expect(await report(key, await jobOf(id), 'done')).toEqual({ outcome: 'ended' });
    expect(
      await call(ANON, 'public.crew_notify($1, $2, $3, $4, $5)', [
        key,
        randomUUID(),
        'https://fcm.googleapis.com/fcm/send/a',
        PUSH_KEY,
        'a'.repeat(22),
      ]),
    ).toBe(false);
  });

  it.each(['0'.repeat(31), 'G'.repeat(32), '0'.repeat(33), null])(
    'is refused with the key %s',
    async (key) => {
      await expect(crew.register('0000-0000', key as string)).rejects.toMatchObject({
        code: '23514',
      });
    },
  );

  it('is listed with the time at which it was last seen', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    await asOwner(
      `update private.crew_devices set seen_at = now() - interval '1 day' where crew_id = $1`,
      [ann],
    );
    await sheetOf(key);
    const devices = await call<{ crew_id: string; seen_at: string }[]>(
      ADMIN,
      'public.crew_devices()',
    );
    const seen = devices.find(({ crew_id: of }) => of === ann)?.seen_at ?? '';
    expect(Date.now() - Date.parse(seen)).toBeLessThan(60_000);
    expect(Object.keys(devices[0] ?? {}).sort()).toEqual(
      ['id', 'crew_id', 'name', 'created_at', 'seen_at'].sort(),
    );
  });

  it('that was not seen for 60 days is ended by the hourly job, and not before', async () => {
    const ann = await addPerson();
    const [idle, ended] = [await deviceOf(ann), await deviceOf(ann)];
    const age = (key: string, by: string) =>
      asOwner(
        `update private.crew_devices set seen_at = now() - $2::interval
         where key_hash = private.crew_key_hash($1)`,
        [key, by],
      );
    await age(idle, `${CREW_DEVICE_DAYS * 24 - 1} hours`);
    await age(ended, `${CREW_DEVICE_DAYS} days`);
    await asOwner('select private.forget_addresses()');
    expect(await sheetOf(ended)).toBeNull();
    expect((await sheetOf(idle))?.name).toBe('Ann Baker');
    expect(
      await asOwner('select from private.crew_devices where crew_id = $1', [ann]),
    ).toHaveLength(1);
  });

  it('needs a new code after a restore', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const code = await crew.codeFor(ann);
    await as(SERVICE, (query) => query('select public.begin_epoch()'));
    expect(await sheetOf(key)).toBeNull();
    expect(await crew.register(code, crew.newKey())).toEqual({ outcome: 'wrong' });
  });
});

describe('a sheet', () => {
  it('has this person’s confirmed jobs of today and tomorrow, by day and slot, and nobody else’s', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    await jobFor([ann], 1, { name: 'Fourth' });
    await jobFor([ann], 0, { name: 'Third', preferred_time: 'evening' });
    await jobFor([ann, ben], 0, { name: 'Second', preferred_time: 'afternoon' });
    await jobFor([ann], 0, { name: 'First', preferred_time: 'morning' });
    await jobFor([ann], -1, { name: 'Past' });
    await jobFor([ben], 0, { name: 'Of another' });
    const pending = await jobFor([], 0, { name: 'Cancelled' });
    await answer(pending, 'assigned', { crew: [ann] });
    await answer(pending, 'cancelled', { message: 'We are ill.' });
    const done = await jobFor([ann], 0, { name: 'Completed' });
    await answer(done, 'completed');
    expect((await jobsOf(key)).map(({ name }) => name)).toEqual([
      'First',
      'Second',
      'Third',
      'Fourth',
    ]);
  });

  it('has each job whole, and no key, address, price or status', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    const id = await jobFor([ann, ben], 0, {
      name: 'Iona Reid',
      email: 'iona@example.com',
      notes: 'Ring twice.',
      service: 'deep',
      size: '3-hours',
    });
    await answer(id, 'instructed', { message: 'Bring the steamer.' });
    await answer(id, 'entrusted', { message: 'Code 1234' });
    const sheet = (await sheetOf(key)) as Sheet;
    expect(Object.keys(sheet).sort()).toEqual(
      ['name', 'now', 'today', 'ends_at', 'jobs', 'later'].sort(),
    );
    expect(sheet).toMatchObject({ name: 'Ann Baker', today: TODAY, later: [] });
    expect(sheet.jobs).toEqual([
      {
        job: await jobOf(id),
        day: TODAY,
        time_slot: 'morning',
        name: 'Iona Reid',
        phone: aBooking().phone,
        address: '1 High Street\nPaisley PA1 2AB',
        service_type: aBooking().service_type,
        service: 'deep',
        size: '3-hours',
        notes: 'Ring twice.',
        instructions: 'Bring the steamer.',
        access: 'Code 1234',
        with: ['Ben'],
      },
    ]);
    expect(JSON.stringify(sheet)).not.toContain(id);
    expect(JSON.stringify(sheet)).not.toContain('iona@example.com');
  });

  it('has day, slot, service and district alone of the seven days after', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    await jobFor([ann], 9);
    await jobFor([ann], 8, { address: 'The old mill, Paisley' });
    await jobFor([ann], 2, { preferred_time: 'evening' });
    await jobFor([ann], 10);
    const sheet = (await sheetOf(key)) as Sheet;
    expect(sheet.jobs).toEqual([]);
    const { service_type } = aBooking();
    const service = { service_type, service: null };
    expect(sheet.later).toMatchObject([
      { day: await dayIn(2), time_slot: 'evening', ...service, district: 'PA1' },
      { day: await dayIn(8), time_slot: 'morning', ...service, district: null },
    ]);
    expect(Object.keys(sheet.later[0] ?? {}).sort()).toEqual(
      ['day', 'time_slot', 'service_type', 'service', 'district'].sort(),
    );
  });

  it('loses a job that is given to somebody else, moved or cancelled', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    const [given, moved, cancelled] = [
      await jobFor([ann]),
      await jobFor([ann]),
      await jobFor([ann]),
    ];
    expect(await jobsOf(key)).toHaveLength(3);
    await answer(given, 'assigned', { crew: [ben] });
    await answer(moved, 'confirmed', { day: await dayIn(3), slot: 'morning' });
    await call(ANON, 'public.answer_request($1, $2, $3)', [randomUUID(), cancelled, 'cancelled']);
    // Too late for the customer, whose day has begun.
    await answer(cancelled, 'cancelled', { message: 'We are ill.' });
    expect(await jobsOf(key)).toEqual([]);
  });

  it.each([
    ['in winter', '2026-12-01', '2026-12-03T00:00:00+00:00'],
    ['in summer', '2026-07-01', '2026-07-02T23:00:00+00:00'],
    ['before the clocks go forward', '2026-03-27', '2026-03-29T00:00:00+00:00'],
    ['on the eve of the night that they go forward', '2026-03-28', '2026-03-29T23:00:00+00:00'],
    ['before the clocks go back', '2026-10-23', '2026-10-24T23:00:00+00:00'],
    ['on the eve of the night that they go back', '2026-10-24', '2026-10-26T00:00:00+00:00'],
  ])('ends at London’s midnight after tomorrow, %s', async (_, today, end) => {
    await crew.setToday(today);
    const sheet = (await sheetOf(await deviceOf(await addPerson()))) as Sheet;
    expect(Date.parse(sheet.ends_at)).toBe(Date.parse(end));
  });

  it('is refused to a sender who asks all the time', async () => {
    const sender = { ...ANON, headers: { 'x-forwarded-for': '203.0.113.10' } };
    await asOwner('update private.flood_settings set per_ten_minutes = 1');
    for (let n = 0; n < 60; n++) await sheetOf('0'.repeat(32), sender);
    await expect(sheetOf('0'.repeat(32), sender)).rejects.toMatchObject({ code: 'PT429' });
    await asOwner('update private.flood_settings set per_ten_minutes = 10');
  });
});

describe('the way in', () => {
  it.each([
    ['2026-12-01T17:59:59Z', false],
    ['2026-12-01T18:00:00Z', true],
    ['2026-07-01T16:59:59Z', false],
    ['2026-07-01T17:00:00Z', true],
  ])('at %s may be shown for the day after: %s', async (at, isEvening) => {
    const [row] = await asOwner<{ evening: boolean }>(
      'select private.is_access_time($1) as evening',
      [at],
    );
    expect(row?.evening).toBe(isEvening);
  });

  it('is shown from six in the evening before', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann], 1);
    await answer(id, 'entrusted', { message: 'Code 1234' });
    await crew.setEvening(false);
    expect((await jobsOf(key))[0]?.access).toBeNull();
    await crew.setEvening(true);
    expect((await jobsOf(key))[0]?.access).toBe('Code 1234');
  });

  it('is stored in the booking alone, and emptied by an empty one', async () => {
    const id = await jobFor([]);
    expect((await answer(id, 'entrusted', { message: ' Code 1234 ' })).outcome).toBe('added');
    expect((await rowOf(id)).access).toBe('Code 1234');
    expect(JSON.stringify(await eventsOf(id))).not.toContain('1234');
    await answer(id, 'entrusted', { message: null });
    expect((await rowOf(id)).access).toBeNull();
    await expect(answer(id, 'entrusted', { message: 'x'.repeat(501) })).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('goes to the coming visits of a series, and to those made later', async () => {
    const { id } = await series();
    await answer(id, 'entrusted', { message: 'Code 1234' });
    expect(new Set((await visitsOf(id)).map(({ access }) => access))).toEqual(
      new Set(['Code 1234']),
    );
    await crew.setToday('2026-12-15');
    await asOwner('select private.make_due_visits(50)');
    expect((await visitsOf(id)).at(-1)?.access).toBe('Code 1234');
  });

  it('is emptied a week after the visit, and of a series a week after the last one', async () => {
    const single = await jobFor([], 0);
    const { id } = await series();
    for (const each of [single, id]) await answer(each, 'entrusted', { message: 'Code 1234' });
    await crew.setToday('2026-12-07');
    await asOwner('select private.forget_addresses()');
    expect((await rowOf(single)).access).toBe('Code 1234');
    await crew.setToday('2026-12-08');
    const before = (await rowOf(single)).rev;
    await asOwner('select private.forget_addresses()');
    expect(await rowOf(single)).toMatchObject({ access: null });
    expect(Number((await rowOf(single)).rev)).toBeGreaterThan(Number(before));
    expect((await rowOf(id)).access).toBe('Code 1234');
    await answer(id, 'stopped', { day: '2026-12-15' });
    await crew.setToday('2026-12-21');
    await asOwner('select private.forget_addresses()');
    expect((await rowOf(id)).access).toBe('Code 1234');
    await crew.setToday('2026-12-22');
    await asOwner('select private.forget_addresses()');
    expect((await rowOf(id)).access).toBeNull();
    expect((await visitsOf(id)).map(({ access }) => access)).toEqual([null, null]);
  });

  it('and the crew’s name of a job are in no mail and no export', async () => {
    const ann = await addPerson();
    const id = await jobFor([ann], 0, { email: 'way-in@example.com' });
    await answer(id, 'entrusted', { message: 'Code 1234' });
    const exported = JSON.stringify(
      await call(SERVICE, 'public.person_records($1)', ['way-in@example.com']),
    );
    const mailed = JSON.stringify([
      await call(SERVICE, `public.claim_alert('booking', $1)`, [id]),
      await call(SERVICE, `public.claim_receipt('booking', $1, 100)`, [id]),
    ]);
    const read = JSON.stringify(await call(ANON, 'public.request_states($1)', [[id]]));
    expect(mailed).toContain('way-in@example.com');
    for (const text of [exported, mailed, read]) {
      expect(text).toContain(id);
      expect(text).not.toContain('1234');
      expect(text).not.toContain(await jobOf(id));
      expect(text).not.toContain(ann);
    }
  });
});

describe('a job’s name', () => {
  it('is a keyed hash of the booking’s id, the same when the booking is stored again', async () => {
    const id = await jobFor([]);
    const name = await jobOf(id);
    expect(name).not.toBe(id);
    await asOwner('delete from public.bookings where id = $1', [id]);
    await asOwner(`delete from public.deleted_rows where id = $1`, [id]);
    await insertAs(ANON, 'public.bookings', aBooking({ id }));
    expect(await jobOf(id)).toBe(name);
    expect(name).not.toBe(
      (await asOwner<{ plain: string }>('select private.uuid_of($1) as plain', [id]))[0]?.plain,
    );
  });

  it('is never a name that somebody wrote', async () => {
    const id = randomUUID();
    const booking = { ...aBooking({ id }), job: randomUUID() };
    const columns = Object.keys(booking).join(', ');
    await asOwner(
      `insert into public.bookings (${columns}) select ${columns} from json_populate_record(null::public.bookings, $1)`,
      [JSON.stringify(booking)],
    );
    expect(await jobOf(id)).not.toBe(booking.job);
  });
});

describe('people', () => {
  it('are assigned by pages of 1.0.0, whatever the status, which conflicts with another choice of people alone', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const id = await jobFor([]);
    const { rev } = await rowOf(id);
    await answer(id, 'instructed', { message: 'Ring twice.' });
    await answer(id, 'completed');
    await answer(id, 'entrusted', { message: 'Code 1234' });
    expect((await answer(id, 'assigned', { crew: [ann, ben], rev })).outcome).toBe('added');
    expect(await rowOf(id)).toMatchObject({ status: 'completed', crew: [ann, ben] });
    expect((await answer(id, 'assigned', { crew: [ben], rev })).outcome).toBe('changed');
    expect((await answer(id, 'entrusted', { message: 'Code 5678', rev })).outcome).toBe('changed');
    // Their effect stands.
    expect((await answer(id, 'assigned', { crew: [ann, ben], rev })).outcome).toBe('added');
    expect((await answer(id, 'entrusted', { message: 'Code 1234', rev })).outcome).toBe('added');
    const kinds = (await eventsOf(id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['confirmed', 'instructed', 'completed', 'entrusted', 'assigned']);
  });

  it('are up to ten, each once, and listed', async () => {
    const ann = await addPerson();
    const id = await jobFor([]);
    const refused = { code: '23514' };
    await expect(answer(id, 'assigned', { crew: null })).rejects.toMatchObject(refused);
    await expect(answer(id, 'assigned', { crew: [ann, ann] })).rejects.toMatchObject(refused);
    await expect(
      answer(id, 'assigned', { crew: Array.from({ length: 11 }, () => randomUUID()) }),
    ).rejects.toMatchObject(refused);
    await expect(answer(id, 'assigned', { crew: [randomUUID()] })).rejects.toMatchObject({
      code: '23503',
    });
    expect((await answer(id, 'assigned', { crew: [] })).outcome).toBe('added');
  });

  it('who were deleted meanwhile are left out', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const id = await jobFor([]);
    await call(ADMIN, 'public.delete_rows($1, $2)', ['crew', [ann]]);
    expect((await answer(id, 'assigned', { crew: [ann, ben] })).outcome).toBe('added');
    expect((await rowOf(id)).crew).toEqual([ben]);
  });

  it('who are deleted leave the jobs from today on, and their keys and codes end', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    const code = await crew.codeFor(ann);
    const [past, present, coming] = [
      await jobFor([ann, ben], -1),
      await jobFor([ann, ben], 0),
      await jobFor([ben, ann], 20),
    ];
    const before = Number((await rowOf(present)).rev);
    await as(ADMIN, (query) => query('delete from public.crew where id = $1', [ann]));
    expect((await rowOf(past)).crew).toEqual([ann, ben]);
    expect((await rowOf(present)).crew).toEqual([ben]);
    expect((await rowOf(coming)).crew).toEqual([ben]);
    expect(Number((await rowOf(present)).rev)).toBeGreaterThan(before);
    expect(await sheetOf(key)).toBeNull();
    expect(await crew.register(code, crew.newKey())).toEqual({ outcome: 'wrong' });
  });

  it('are no answer: the customer reads nothing of them and gets no mail', async () => {
    const ann = await addPerson();
    const id = await jobFor([]);
    await answer(id, 'assigned', { crew: [ann] });
    await answer(id, 'entrusted', { message: 'Code' });
    const [state] = await call<{ last: { kind: string }; sequence: number }[]>(
      ANON,
      'public.request_states($1)',
      [[id]],
    );
    expect(state).toMatchObject({ last: { kind: 'confirmed' }, sequence: 1 });
    expect(
      await asOwner(
        'select e.kind from public.booking_events e join private.receipts r on r.event_id = e.id where e.booking_id = $1',
        [id],
      ),
    ).toEqual([{ kind: 'confirmed' }]);
  });
});

describe('the people of a series', () => {
  it('go to the coming visits without people of their own, and to those made later', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const { id, visits } = await series();
    expect(visits.length).toBeGreaterThan(3);
    await answer(visits[1]?.id ?? '', 'assigned', { crew: [ben] });
    await answer(id, 'assigned', { crew: [ann], forSeries: true });
    expect((await rowOf(id)).crew).toEqual([ann]);
    const [first, own, ...others] = await visitsOf(id);
    expect(first?.crew).toEqual([ann]);
    expect(own?.crew).toEqual([ben]);
    expect(others.every(({ crew: [only] }) => only === ann)).toBe(true);
    await crew.setToday('2026-12-15');
    await asOwner('select private.make_due_visits(50)');
    const later = await visitsOf(id);
    expect(later.length).toBeGreaterThan(visits.length);
    expect(later.at(-1)?.crew).toEqual([ann]);
  });

  it('are not those of the first booking alone, unless it had them before it was repeated', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const { id, visits } = await series([ann]);
    expect(visits.every(({ crew: people }) => people[0] === ann)).toBe(true);
    await answer(id, 'assigned', { crew: [ben] });
    expect((await rowOf(id)).crew).toEqual([ben]);
    await crew.setToday('2026-12-15');
    await asOwner('select private.make_due_visits(50)');
    expect((await visitsOf(id)).every(({ crew: people }) => people[0] === ann)).toBe(true);
  });

  it('stay when its rule changes, and do not change the past', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const { id } = await series([ann]);
    await crew.setToday('2026-12-09');
    await answer(id, 'assigned', { crew: [ben], forSeries: true });
    expect((await rowOf(id)).crew).toEqual([ann]);
    await answer(id, 'repeated', { day: '2026-12-18', slot: 'evening', every: 1 });
    const visits = await visitsOf(id);
    for (const { day, crew: people } of visits)
      expect([day, people]).toEqual([day, [day < '2026-12-09' ? ann : ben]]);
    expect(visits.at(-1)?.day).toBe('2027-01-15');
  });

  it('who were deleted do not go to visits made later', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const { id } = await series([ann, ben]);
    await call(ADMIN, 'public.delete_rows($1, $2)', ['crew', [ann]]);
    await crew.setToday('2026-12-15');
    await asOwner('select private.make_due_visits(50)');
    expect((await visitsOf(id)).at(-1)?.crew).toEqual([ben]);
  });

  it('are asked for of its first booking alone', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const { id, visits } = await series([ann]);
    await answer(visits[0]?.id ?? '', 'assigned', { crew: [ben], forSeries: true });
    expect((await visitsOf(id)).map(({ crew: people }) => people[0])).toEqual([
      ben,
      ...visits.slice(1).map(() => ann),
    ]);
  });
});

describe('a report', () => {
  it('is a row of the booking, whose status stays and which gets a revision', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    const before = await rowOf(id);
    const eventId = randomUUID();
    const madeAt = new Date(Date.now() - 60_000).toISOString();
    const sent = { eventId, message: ' All clean. ', pictures: 2, madeAt };
    const job = await jobOf(id);
    expect(await report(key, job, 'done', sent)).toEqual({ outcome: 'added', late: null });
    expect(await report(key, job, 'done', sent)).toEqual({ outcome: 'added', late: null });
    const after = await rowOf(id);
    expect(after.status).toBe('confirmed');
    expect(Number(after.rev)).toBeGreaterThan(Number(before.rev));
    const { changes } = await call<{ changes: { row: { events: object[] } }[] }>(
      ADMIN,
      'public.changes($1, 10)',
      [before.rev],
    );
    const events = changes[0]?.row.events as Record<string, unknown>[];
    expect(events.filter(({ actor }) => actor === 'crew')).toEqual([
      expect.objectContaining({
        id: eventId,
        kind: 'done',
        by: 'Ann Baker',
        crew: [ann],
        message: 'All clean.',
        pictures: 2,
        mail: null,
        push: null,
      }),
    ]);
    const [row] = await asOwner<{ same: boolean }>(
      'select made_at = $2::timestamptz as same from public.crew_reports where id = $1',
      [eventId, madeAt],
    );
    expect(row?.same).toBe(true);
  });

  it.each([
    ['ahead', WEEK_MS, 0],
    ['behind by years', -100 * WEEK_MS, -WEEK_MS],
    ['right', -3 * 60_000, -3 * 60_000],
  ])('of a phone whose clock is %s is dated within the past week', async (_, offset, expected) => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    const madeAt = new Date(Date.now() + offset).toISOString();
    await report(key, await jobOf(id), 'done', { madeAt });
    const event = (await eventsOf(id)).at(-1) as { made_at: string | Date };
    const distance = new Date(event.made_at).getTime() - Date.now();
    expect(Math.abs(distance - expected)).toBeLessThan(60_000);
  });

  it('of two people on one job both arrive', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const [hers, his] = [await deviceOf(ann), await deviceOf(ben)];
    const id = await jobFor([ann, ben]);
    const job = await jobOf(id);
    expect((await report(hers, job, 'done')).outcome).toBe('added');
    expect((await report(his, job, 'noted', { message: 'The tap drips.' })).outcome).toBe('added');
    expect((await eventsOf(id)).filter(({ actor }) => actor === 'crew')).toMatchObject([
      { kind: 'done', crew: [ann] },
      { kind: 'noted', crew: [ben], message: 'The tap drips.' },
    ]);
  });

  it('on a job that was cancelled, given away or completed meanwhile arrives and says so', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    const [cancelled, given, completed] = [
      await jobFor([ann]),
      await jobFor([ann]),
      await jobFor([ann]),
    ];
    await answer(cancelled, 'cancelled', { message: 'We are ill.' });
    await answer(given, 'assigned', { crew: [ben] });
    await answer(completed, 'completed');
    for (const [id, late] of [
      [cancelled, 'cancelled'],
      [given, 'given-away'],
      [completed, null],
    ] as const) {
      expect(await report(key, await jobOf(id), 'done')).toEqual({ outcome: 'added', late });
      expect((await eventsOf(id)).at(-1)).toMatchObject({ kind: 'done', crew: [ann] });
    }
  });

  it('on a visit whose series was given away meanwhile arrives, and is late for phone and office', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    const { id, visits } = await series([ann]);
    const [visit = { id: '' }] = visits;
    const job = await jobOf(visit.id);
    const early = { eventId: randomUUID() };
    await report(key, job, 'done', early);
    await answer(id, 'assigned', { crew: [ben], forSeries: true });
    expect(await report(key, job, 'done')).toEqual({ outcome: 'added', late: 'given-away' });
    expect(await report(key, job, 'done', early)).toEqual({ outcome: 'added', late: null });
    expect(
      await asOwner('select late from public.crew_reports where booking_id = $1 order by rev', [
        visit.id,
      ]),
    ).toEqual([{ late: null }, { late: 'given-away' }]);
  });

  it('on an erased, an unknown or another person’s job is answered alike', async () => {
    const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
    const key = await deviceOf(ann);
    const [erased, other] = [await jobFor([ann]), await jobFor([ben])];
    const job = await jobOf(erased);
    await asOwner('delete from public.bookings where id = $1', [erased]);
    for (const named of [job, await jobOf(other), randomUUID(), other])
      expect(await report(key, named, 'done')).toEqual({ outcome: 'gone' });
    expect((await eventsOf(other)).some(({ actor }) => actor === 'crew')).toBe(false);
  });

  it('of a visit keeps it when its series changes', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const { id, visits } = await series([ann]);
    const [visit] = visits;
    await report(key, await jobOf(visit?.id ?? ''), 'noted', { message: 'The tap drips.' });
    await answer(id, 'stopped', { day: TODAY });
    expect((await visitsOf(id)).map(({ id: left }) => left)).toEqual([visit?.id]);
  });

  it.each([
    ['an unknown kind', 'completed', {}],
    ['a note without a text', 'noted', { message: null }],
    ['a note of white space', 'noted', { message: ' \n' }],
    ['a text that is too long', 'done', { message: 'x'.repeat(1001) }],
    ['seven pictures', 'done', { pictures: 7 }],
    ['fewer than no pictures', 'done', { pictures: -1 }],
  ])('with %s is refused', async (_, kind, sent) => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    await expect(report(key, await jobOf(id), kind, sent)).rejects.toMatchObject({ code: '23514' });
  });

  it('has no right on tables: the office alone reads it', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const id = await jobFor([ann]);
    await report(key, await jobOf(id), 'done');
    for (const table of ['public.crew', 'public.crew_reports', 'public.bookings'])
      await expect(as(ANON, (query) => query(`select * from ${table}`))).rejects.toMatchObject(
        DENIED,
      );
  });

  it('is counted by the flood guard, a repeated one is not', async () => {
    const ann = await addPerson();
    const key = await deviceOf(ann);
    const job = await jobOf(await jobFor([ann]));
    const sender = { ...ANON, headers: { 'x-forwarded-for': '203.0.113.11' } };
    const eventId = randomUUID();
    await report(key, job, 'done', { eventId }, sender);
    await asOwner('update private.flood_settings set per_day = 1');
    for (let n = 0; n < 11; n++) await report(key, job, 'done', {}, sender);
    await expect(report(key, job, 'done', {}, sender)).rejects.toMatchObject({ code: 'PT429' });
    expect((await report(key, job, 'done', { eventId }, sender)).outcome).toBe('added');
    await asOwner('update private.flood_settings set per_day = 60');
  });
});

it('no response to the crew has the id of a booking', async () => {
  const ann = await addPerson();
  const code = await crew.codeFor(ann);
  const key = crew.newKey();
  const ids = [await jobFor([ann], 0), await jobFor([ann], 1), await jobFor([ann], 4)];
  const { id, visits } = await series([ann]);
  const responses = [
    await crew.register(code, key),
    await sheetOf(key),
    await report(key, await jobOf(ids[0] ?? ''), 'done'),
    await report(key, await jobOf(id), 'locked-out', { pictures: 1 }),
  ];
  const text = JSON.stringify(responses);
  expect(text).toContain(await jobOf(ids[1] ?? ''));
  for (const each of [...ids, id, ...visits.map((visit) => visit.id)])
    expect(text).not.toContain(each);
});

import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { crewOf } from '../support/crew.ts';
import { ADMIN, ANON, USER, useDatabase, type Caller } from '../support/database.ts';

const database = useDatabase();
const { as, asOwner } = database;
const { call, answer, addPerson, deviceOf, jobFor, jobOf, report, revisionOf, setToday } =
  crewOf(database);

const TODAY = '2026-12-01';
beforeEach(() => setToday(TODAY));

interface Result {
  outcome: string;
  value: unknown;
  rev: number | null;
}
interface Change {
  id?: string;
  expected?: unknown;
  forSeries?: boolean;
  caller?: Caller;
}
const set = (
  booking: string,
  field: string,
  value: unknown,
  { id = randomUUID(), expected = null, forSeries = false, caller = ADMIN }: Change = {},
) =>
  call<Result>(caller, 'public.set_booking($1, $2, $3, $4, $5, $6)', [
    ...[id, booking, field, JSON.stringify(expected), JSON.stringify(value), forSeries],
  ]);

interface Row {
  id: string;
  preferred_date: string;
  crew: string[];
  instructions: string | null;
  access: string | null;
}
const visitsOf = (series: string) =>
  asOwner<Row>('select * from public.bookings where series = $1 order by preferred_date', [series]);
const rowOf = async (id: string) =>
  (await asOwner<Row>('select * from public.bookings where id = $1', [id]))[0] as Row;
async function series() {
  const id = await jobFor([]);
  await answer(id, 'repeated', { day: TODAY, slot: 'morning', every: 1 });
  return id;
}

interface Recorded extends Record<string, unknown> {
  id: string;
}
interface History {
  id: string;
  sequence: number;
  events: Recorded[];
  settings: Recorded[];
  reports: Recorded[];
  reminders: Recorded[];
}
const historyOf = async (id: string) => {
  const { changes } = await call<{ changes: { id: string; row: History }[] }>(
    ADMIN,
    'public.changes(0, 1000, 2)',
  );
  return changes.find((change) => change.id === id)?.row;
};

describe('a setting', () => {
  it('is stored with its change, and the booking gets a revision', async () => {
    const id = await jobFor([]);
    const before = Number(await revisionOf(id));
    const change = randomUUID();
    const { outcome, value, rev } = await set(id, 'instructions', ' Ring twice. ', { id: change });
    expect({ outcome, value }).toEqual({ outcome: 'set', value: 'Ring twice.' });
    expect(rev).toBeGreaterThan(before);
    expect((await historyOf(id))?.settings).toMatchObject([
      { id: change, field: 'instructions', value: 'Ring twice.', for_series: false, rev },
    ]);
    expect(await set(id, 'instructions', '  ', { expected: 'Ring twice.' })).toMatchObject({
      outcome: 'set',
      value: null,
    });
  });

  it('of another value than expected stays, and nothing is stored', async () => {
    const id = await jobFor([]);
    await set(id, 'instructions', 'Two cats.');
    const rev = Number(await revisionOf(id));
    expect(await set(id, 'instructions', 'One dog.')).toEqual({
      outcome: 'changed',
      value: 'Two cats.',
      rev,
    });
    expect((await historyOf(id))?.settings).toHaveLength(1);
  });

  it('under the id of another change is refused', async () => {
    const id = await jobFor([]);
    const change = randomUUID();
    await set(id, 'instructions', 'Two cats.', { id: change });
    await expect(set(id, 'access', 'Code 4711.', { id: change })).rejects.toMatchObject({
      code: '23505',
    });
  });

  it('that is secret is in the booking alone', async () => {
    const id = await jobFor([]);
    await set(id, 'access', 'Code 4711.');
    await set(id, 'access', 'Code 4712.', { expected: 'Code 4711.' });
    expect((await historyOf(id))?.settings).toMatchObject([{ value: null }, { value: null }]);
    await set(id, 'access', null, { expected: 'Code 4712.' });
    const tables = await asOwner<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
    );
    for (const { name } of tables)
      expect(
        await asOwner(`select from ${name} t where to_jsonb(t)::text like '%Code 471%'`),
        name,
      ).toEqual([]);
  });

  it('is no answer: the customer reads nothing of it, and answers stand beside it', async () => {
    const id = await jobFor([]);
    const rev = (await revisionOf(id)) ?? '';
    await set(id, 'instructions', 'Two cats.');
    expect((await answer(id, 'cancelled', { rev })).outcome).toBe('added');
    const [state] = await call<{ sequence: number }[]>(ANON, 'public.request_states($1)', [[id]]);
    expect(state?.sequence).toBe(2);
    expect(JSON.stringify(state)).not.toMatch(/cats|instructions/);
  });

  it('is set by administrators alone', async () => {
    const id = await jobFor([]);
    for (const caller of [ANON, USER])
      await expect(set(id, 'access', 'Code 4711.', { caller })).rejects.toMatchObject({
        code: '42501',
      });
    await expect(
      as(ADMIN, (query) => query('select * from private.setting_changes')),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('keeps its history for good', async () => {
    const id = await jobFor([]);
    await set(id, 'instructions', 'Two cats.');
    for (const sql of [
      `update private.setting_changes set value = '"One dog."' where booking_id = $1`,
      'delete from private.setting_changes where booking_id = $1',
    ])
      await expect(asOwner(sql, [id])).rejects.toMatchObject({ code: '42501' });
    await asOwner('delete from public.bookings where id = $1', [id]);
    expect(
      await asOwner('select from private.setting_changes where booking_id = $1', [id]),
    ).toEqual([]);
  });
});

describe('a setting of a series', () => {
  it.each([
    ['instructions', 'Two cats.', 'The blue door.'],
    ['access', 'Code 4711.', 'Code 4712.'],
  ] as const)('%s goes to the coming visits but those with their own', async (field, all, own) => {
    const id = await series();
    const [past = { id: '' }, first = { id: '' }] = await visitsOf(id);
    await set(first.id, field, own);
    await setToday('2026-12-09');
    await set(id, field, all, { forSeries: true });
    expect((await rowOf(id))[field]).toBe(all);
    expect((await rowOf(past.id))[field]).toBeNull();
    expect((await rowOf(first.id))[field]).toBe(own);
    const others = (await visitsOf(id)).slice(2);
    expect(new Set(others.map((visit) => visit[field]))).toEqual(new Set([all]));
    await setToday('2026-12-20');
    await asOwner('select private.make_due_visits(50)');
    expect((await visitsOf(id)).at(-1)?.[field]).toBe(all);
  });

  it('is that of its first booking alone unless the visits are named too', async () => {
    const id = await series();
    await set(id, 'instructions', 'Two cats.');
    expect((await visitsOf(id)).every(({ instructions }) => instructions === null)).toBe(true);
  });

  it('is given to the visits also if the first booking has it already', async () => {
    const id = await series();
    const ann = await addPerson();
    await set(id, 'crew', [ann], { expected: [] });
    expect(await set(id, 'crew', [ann], { expected: [ann], forSeries: true })).toMatchObject({
      outcome: 'set',
    });
    for (const { crew } of await visitsOf(id)) expect(crew).toEqual([ann]);
  });

  it.each([
    ['instructions', null],
    ['access', null],
    ['crew', []],
  ] as const)(
    '%s that neither it nor its visits have is no change when it is emptied',
    async (field, none) => {
      const id = await series();
      const { outcome } = await set(id, field, none, { expected: none, forSeries: true });
      expect(outcome).toBe('set');
      expect(
        await asOwner('select from private.setting_changes where booking_id = $1', [id]),
      ).toEqual([]);
    },
  );

  it('of people leaves the past day of its first booking', async () => {
    const id = await series();
    const ann = await addPerson();
    await setToday('2026-12-09');
    const { value } = await set(id, 'crew', [ann], { expected: [], forSeries: true });
    expect(value).toEqual([]);
    expect((await visitsOf(id)).at(-1)?.crew).toEqual([ann]);
  });
});

it('the portal reads answers, settings, reports and reminders, each oldest first', async () => {
  const [ann, ben] = [await addPerson(), await addPerson('Ben Craig')];
  const id = await jobFor([ann, ben], 0, { preferred_date: '2026-12-02' });
  await answer(id, 'confirmed', { day: '2026-12-02', slot: 'evening' });
  await set(id, 'crew', [ann], { expected: [ann, ben] });
  await set(id, 'access', 'Code 4711.');
  const reported = randomUUID();
  await report(await deviceOf(ben), await jobOf(id), 'noted', {
    eventId: reported,
    message: 'The tap drips.',
  });
  await asOwner(`
    create or replace function private.is_reminder_time(at timestamptz) returns boolean
      language sql stable parallel safe set search_path = '' as $$ select true $$`);
  await asOwner(
    `insert into private.mail_settings (per_day) values (100) on conflict (is_only) do update set reminders = true`,
  );
  await asOwner('alter table public.booking_events disable trigger keep_events');
  await asOwner(`update public.booking_events set created_at = now() - interval '2 days'`);
  await asOwner('alter table public.booking_events enable trigger keep_events');
  await asOwner(`update public.bookings set created_at = now() - interval '2 days'`);
  await asOwner('select private.add_reminders(50)');
  const row = await historyOf(id);
  const [state] = await call<{ sequence: number }[]>(ANON, 'public.request_states($1)', [[id]]);
  expect(row?.sequence).toBe(2);
  expect(state?.sequence).toBe(2);
  expect(row).not.toHaveProperty('job');
  const text = expect.any(String) as string;
  const rev = expect.any(Number) as number;
  const waits = { state: 'waits', reason: null, detail: null };
  const none = { state: 'none', reason: 'no-device', detail: null };
  expect(row?.events.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed']);
  expect(row?.events[1]).toEqual({
    ...{ id: text, actor: 'office', kind: 'confirmed', created_at: text, message: null },
    ...{ day: '2026-12-02', time_slot: 'evening', every: null },
    ...{ price_pence: null, price_per: null },
    ...{ from_day: '2026-12-01', from_slot: 'morning' },
    ...{ rev, by: 'admin@example.com', mail: expect.any(Object) as object, push: none },
  });
  expect(row?.settings).toMatchObject([
    { field: 'crew', value: [ann, ben], for_series: false, by: 'admin@example.com' },
    { field: 'crew', value: [ann] },
    { field: 'access', value: null },
  ]);
  expect(Object.keys(row?.settings[0] ?? {}).sort()).toEqual(
    ['id', 'field', 'value', 'for_series', 'created_at', 'by', 'rev'].sort(),
  );
  expect(row?.reports).toEqual([
    {
      ...{ id: reported, kind: 'noted', crew_id: ben, by: 'Ben Craig', message: 'The tap drips.' },
      ...{ pictures: 0, made_at: text, created_at: text, late: 'given-away', rev },
    },
  ]);
  expect(row?.reminders).toEqual([
    {
      ...{ id: text, day: '2026-12-02', time_slot: 'evening', created_at: text, rev },
      ...{ mail: waits, push: none },
    },
  ]);
  for (const part of ['coming', 'bookings']) {
    const { rows } = await call<{ rows: History[] }>(
      ADMIN,
      'public.first_copy($1, $2, null, null, 1000, 2)',
      [part, part === 'coming' ? TODAY : '2027-01-01'],
    );
    expect(rows.find((copied) => copied.id === id)).toEqual(row);
  }
});

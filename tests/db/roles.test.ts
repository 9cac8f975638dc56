import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { aBooking, rowFor, type Table } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const SUBMISSIONS = ['bookings', 'job_applications', 'contact_messages'] as const;
const CONTENT = ['careers', 'gallery_images', 'testimonials'] as const;
/** The office's own lists. */
const OFFICE = ['crew'] as const;
const REPORTS = ['deleted_rows', 'alerts', 'flood_alarms'];
const ALL = [...SUBMISSIONS, ...CONTENT, ...OFFICE, ...REPORTS];
const PRIVATE = [
  'user_roles',
  'flood_settings',
  'submission_hits',
  'sync_epoch',
  'last_runs',
  'known_lines',
  'job_secret',
  'crew_codes',
  'crew_devices',
  'crew_pushes',
  'kept_pictures',
  'setting_changes',
  'reminders',
];
const CALLERS = { anon: ANON, 'a signed-in user': USER, 'an administrator': ADMIN };
const DENIED = { code: '42501' };

const insertInto = async (caller: Caller, table: Table) =>
  insertAs(caller, `public.${table}`, await rowFor[table](asOwner, caller.userId));

const count = (caller: Caller, table: string) =>
  as(caller, async (query) => (await query(`select * from public.${table}`)).length);

beforeAll(async () => {
  for (const table of [...SUBMISSIONS, ...CONTENT, ...OFFICE]) await insertInto(ADMIN, table);
  await insertAs(ANON, 'public.bookings', aBooking({ id: '00000000-0000-4000-8000-0000000000ff' }));
  await asOwner(`delete from public.bookings where id = '00000000-0000-4000-8000-0000000000ff'`);
  await asOwner(`insert into public.flood_alarms (target, submissions) values ('bookings', 101)`);
});

describe.each(Object.entries(CALLERS))('%s', (name, caller) => {
  it.each(SUBMISSIONS)('may send to %s', async (table) => {
    await expect(insertInto(caller, table)).resolves.toBeUndefined();
  });

  it.each(ALL)('may not change %s', async (table) => {
    await expect(
      as(caller, (query) => query(`update public.${table} set id = id`)),
    ).rejects.toMatchObject(DENIED);
  });

  it.each(PRIVATE)('may neither read nor write private.%s', async (table) => {
    for (const verb of ['select * from', 'delete from', 'insert into']) {
      const values = verb === 'insert into' ? 'default values' : '';
      await expect(
        as(caller, (query) => query(`${verb} private.${table} ${values}`)),
      ).rejects.toMatchObject(DENIED);
    }
  });

  it.each(REPORTS)('may not write to %s', async (table) => {
    await expect(as(caller, (query) => query(`delete from public.${table}`))).rejects.toMatchObject(
      DENIED,
    );
    await expect(
      as(caller, (query) => query(`insert into public.${table} default values`)),
    ).rejects.toMatchObject(DENIED);
  });

  it.each(CONTENT)('reads all of %s', async (table) => {
    const [row] = await asOwner<{ n: number }>(`select count(*)::int as n from public.${table}`);
    expect(await count(caller, table)).toBe(row?.n);
  });

  if (name === 'an administrator') return;

  it.each([...CONTENT, ...OFFICE])('may not create in %s', async (table) => {
    await expect(insertInto(caller, table)).rejects.toMatchObject(DENIED);
  });
});

describe('anon', () => {
  it.each([...SUBMISSIONS, ...OFFICE, ...REPORTS])('may not read %s', async (table) => {
    await expect(count(ANON, table)).rejects.toMatchObject(DENIED);
  });

  it.each([...SUBMISSIONS, ...CONTENT, ...OFFICE])('may not delete from %s', async (table) => {
    await expect(as(ANON, (query) => query(`delete from public.${table}`))).rejects.toMatchObject(
      DENIED,
    );
  });

  it('gets no row back from an insert', async () => {
    const insert = `insert into public.contact_messages (name, email, subject, message)
      values ('Ann', 'a@example.com', 'A question', 'Do you clean windows?')`;
    await expect(as(ANON, (query) => query(`${insert} returning id`))).rejects.toMatchObject(
      DENIED,
    );
  });
});

describe('a signed-in user', () => {
  it.each([...SUBMISSIONS, ...OFFICE, ...REPORTS])('sees no row of %s', async (table) => {
    expect(await count(USER, table)).toBe(0);
  });

  it.each([...SUBMISSIONS, ...CONTENT, ...OFFICE])('deletes no row of %s', async (table) => {
    const before = await asOwner(`select id from public.${table}`);
    await as(USER, (query) => query(`delete from public.${table}`));
    expect(await asOwner(`select id from public.${table}`)).toEqual(before);
  });
});

describe('an administrator', () => {
  it.each(ALL)('reads every row of %s', async (table) => {
    const [row] = await asOwner<{ n: number }>(`select count(*)::int as n from public.${table}`);
    expect(row?.n).toBeGreaterThan(0);
    expect(await count(ADMIN, table)).toBe(row?.n);
  });

  it.each([...CONTENT, ...OFFICE])('creates in %s', async (table) => {
    const before = await count(ADMIN, table);
    await insertInto(ADMIN, table);
    expect(await count(ADMIN, table)).toBe(before + 1);
  });

  it.each(['gallery_images', 'testimonials'] as const)(
    'may not create in %s in another user’s name',
    async (table) => {
      const row = await rowFor[table](asOwner, USER.userId);
      await expect(insertAs(ADMIN, `public.${table}`, row)).rejects.toMatchObject(DENIED);
    },
  );

  it.each([...SUBMISSIONS, ...CONTENT, ...OFFICE])('deletes rows of %s', async (table) => {
    const [row] = await asOwner<{ id: string }>(`select id from public.${table} limit 1`);
    await as(ADMIN, (query) => query(`delete from public.${table} where id = $1`, [row?.id]));
    expect(await asOwner(`select from public.${table} where id = $1`, [row?.id])).toEqual([]);
  });

  it('is no administrator once the role is revoked', async () => {
    await asOwner('delete from private.user_roles where user_id = $1', [ADMIN.userId]);
    expect(await count(ADMIN, 'alerts')).toBe(0);
    await asOwner(`insert into private.user_roles (user_id, role) values ($1, 'admin')`, [
      ADMIN.userId,
    ]);
  });
});

describe('the service role', () => {
  it('can neither read nor grant roles', async () => {
    await expect(
      as(SERVICE, (query) => query('select * from private.user_roles')),
    ).rejects.toMatchObject(DENIED);
    const grant = `insert into private.user_roles values ('${USER.userId}', 'admin')`;
    await expect(as(SERVICE, (query) => query(grant))).rejects.toMatchObject(DENIED);
  });
});

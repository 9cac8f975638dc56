import { expect, it, describe } from 'vitest';
import { ADMIN, ANON, SERVICE, useDatabase, USER } from '../support/database.ts';
import { aBooking, anApplication, createPosition, rowFor, type Table } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

interface Change {
  table: string;
  id: string;
  rev: number;
  row: Record<string, unknown> | null;
}
interface Lists {
  epoch: string;
  rev: number;
}

async function changes(after: number, atMost = 1_000) {
  const [row] = await as(ADMIN, (query) =>
    query<{ answer: Lists & { now: string; changes: Change[] } }>(
      'select public.changes($1, $2) as answer',
      [after, atMost],
    ),
  );
  return (row as { answer: Lists & { now: string; changes: Change[] } }).answer;
}
async function firstCopy(
  part: string,
  fromDay: string,
  after: [string, string] | [null, null] = [null, null],
  atMost = 1_000,
) {
  const [row] = await as(ADMIN, (query) =>
    query<{ answer: Lists & { rows: Record<string, unknown>[]; total: number | null } }>(
      'select public.first_copy($1, $2, $3, $4, $5) as answer',
      [part, fromDay, ...after, atMost],
    ),
  );
  return (row as { answer: Lists & { rows: Record<string, unknown>[]; total: number | null } })
    .answer;
}
/** A row as JSON, with times in PostgREST's format. */
const asJson = async (table: string, id: string) => {
  const [row] = await asOwner<{ row: Record<string, unknown> }>(
    `select to_json(t) as row from public.${table} t where id = $1`,
    [id],
  );
  return row?.row;
};
const TABLES: Table[] = [
  'bookings',
  'job_applications',
  'contact_messages',
  'careers',
  'crew',
  'gallery_images',
  'testimonials',
];

describe('only an administrator', () => {
  const QUESTIONS = [
    'select public.changes(0, 10)',
    `select public.first_copy('coming', '2026-11-22', null, null, 10)`,
  ];
  it.each(QUESTIONS)('is answered: %s', async (question) => {
    for (const caller of [ANON, USER, SERVICE])
      await expect(as(caller, (query) => query(question))).rejects.toMatchObject({ code: '42501' });
    await expect(as(ADMIN, (query) => query(question))).resolves.toHaveLength(1);
  });
});

it.each(TABLES)('a change of %s returns the whole row, and later its deletion', async (table) => {
  const { rev: before } = await changes(0, 1);
  await insertAs(ADMIN, `public.${table}`, await rowFor[table](asOwner, ADMIN.userId));
  const made = (await changes(before)).changes.find((change) => change.table === table) as Change;
  // The crew's name for a booking stays on the server.
  const stored = Object.entries((await asJson(table, made.id)) as Record<string, unknown>);
  expect(made.row).toMatchObject(Object.fromEntries(stored.filter(([column]) => column !== 'job')));
  expect(made.row).not.toHaveProperty('job');
  await as(ADMIN, (query) => query(`delete from public.${table} where id = $1`, [made.id]));
  const after = await changes(made.rev);
  expect(after.changes).toContainEqual({
    table,
    id: made.id,
    rev: expect.any(Number) as number,
    row: null,
  });
  expect(after.changes.at(-1)?.rev).toBe(after.rev);
});

it('changes of all tables come in the order of revisions, and none is skipped between two answers', async () => {
  for (let n = 0; n < 5; n++) {
    await insertAs(ANON, 'public.bookings', aBooking());
    await insertAs(ADMIN, 'public.careers', await rowFor.careers(asOwner, undefined));
  }
  await asOwner('delete from public.bookings where id = (select id from public.bookings limit 1)');
  const all = (await changes(0)).changes;
  expect(new Set(all.map(({ table }) => table)).size).toBeGreaterThan(2);
  expect(all.map(({ rev }) => rev)).toEqual(all.map(({ rev }) => rev).sort((a, b) => a - b));
  const paged: Change[] = [];
  for (
    let page = await changes(0, 3);
    page.changes.length > 0;
    page = await changes(paged.at(-1)?.rev ?? 0, 3)
  )
    paged.push(...page.changes);
  expect(paged).toEqual(all);
});

it('the changes come with the server’s time, to the second and with its offset', async () => {
  const { now } = await changes(0, 1);
  const [{ difference = null } = {}] = await asOwner<{ difference: number }>(
    'select abs(extract(epoch from now() - $1::timestamptz))::float as difference',
    [now],
  );
  expect(difference).toBeLessThan(60);
  expect(now).toMatch(/[+-]\d\d:\d\d$/);
});

it('a sent alert counts as deleted', async () => {
  const booking = aBooking();
  await insertAs(ANON, 'public.bookings', booking);
  const before = await changes(0);
  const alert = before.changes.find(
    ({ table, row }) => table === 'alerts' && row?.record_id === booking.id,
  ) as Change;
  expect(alert.row).toMatchObject({ state: 'pending' });
  await asOwner(`update public.alerts set state = 'sent' where id = $1`, [alert.id]);
  expect((await changes(before.rev)).changes).toEqual([
    { table: 'alerts', id: alert.id, rev: before.rev + 1, row: null },
  ]);
});

it('an application includes its position’s title at that time', async () => {
  const career_id = await createPosition(asOwner);
  const application = await anApplication(asOwner, { career_id });
  await insertAs(ANON, 'public.job_applications', application);
  const [position] = await asOwner<{ title: string }>(
    'select title from public.careers where id = $1',
    [career_id],
  );
  await asOwner(`update public.careers set title = 'Another' where id = $1`, [career_id]);
  const titled = { id: application.id, job_title: position?.title };
  expect((await changes(0)).changes.find(({ id }) => id === application.id)?.row).toMatchObject(
    titled,
  );
  expect(
    (await firstCopy('job_applications', '2026-11-22')).rows.find(
      ({ id }) => id === application.id,
    ),
  ).toMatchObject(titled);
});

describe('an initial sync', () => {
  it('has each booking once: from the given day on by day, earlier ones newest first', async () => {
    await asOwner('delete from public.bookings');
    for (const day of ['2030-05-02', '2030-05-01', '2030-04-30', '2030-05-01', '2029-01-01']) {
      await insertAs(ANON, 'public.bookings', aBooking({ preferred_date: day }));
    }
    const coming = await firstCopy('coming', '2030-05-01');
    const others = await firstCopy('bookings', '2030-05-01');
    expect(coming.rows.map((row) => row.preferred_date)).toEqual([
      '2030-05-01',
      '2030-05-01',
      '2030-05-02',
    ]);
    expect(others.rows.map((row) => row.preferred_date)).toEqual(['2029-01-01', '2030-04-30']);
    expect([coming.total, others.total]).toEqual([3, 2]);
    expect(coming.rev).toBe((await changes(0)).rev);
    expect(coming.epoch).toBe((await changes(0)).epoch);
  });

  it.each([
    ['coming', 'preferred_date'],
    ['bookings', 'created_at'],
  ])('of %s goes on after a row, also where several share a place', async (part, placed) => {
    await asOwner('delete from public.bookings');
    const day = part === 'coming' ? '2030-05-01' : '2030-04-01';
    // One statement, so that all have the same creation time.
    await asOwner(
      `insert into public.bookings (name, phone, email, address, service_type, preferred_date, preferred_time)
       select 'Ann Baker', '0141 555 0100', 'ann@example.com', '1 High Street', 'deep', $1, 'morning' from generate_series(1, 7)`,
      [day],
    );
    const all = (await firstCopy(part, '2030-05-01')).rows;
    const paged: Record<string, unknown>[] = [];
    let page = await firstCopy(part, '2030-05-01', [null, null], 3);
    while (page.rows.length > 0) {
      paged.push(...page.rows);
      const last = page.rows.at(-1) as Record<string, string>;
      page = await firstCopy(part, '2030-05-01', [last[placed] ?? '', last.id ?? ''], 3);
      expect(page.total).toBeNull();
    }
    expect(all).toHaveLength(7);
    expect(paged).toEqual(all);
  });

  it('has no sent alert', async () => {
    await asOwner(`update public.alerts set state = 'sent'`);
    expect(await firstCopy('alerts', '2026-11-22')).toMatchObject({ rows: [], total: 0 });
  });

  it('refuses an unknown part', async () => {
    await expect(firstCopy('private.user_roles', '2026-11-22')).rejects.toMatchObject({
      code: '22023',
    });
  });
});

import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, useDatabase } from '../support/database.ts';
import { aBooking, anApplication, createPosition, rowFor, type Table } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const TABLES: Table[] = [
  'bookings',
  'job_applications',
  'contact_messages',
  'careers',
  'crew',
  'gallery_images',
  'testimonials',
];
const LISTED = [...TABLES, 'alerts'] as const;

/** pg_locks lists the locks of all databases. */
const HERE = 'database = (select oid from pg_database where datname = current_database())';

const topRevision = async () => {
  const [row] = await asOwner<{ top: number }>('select last_value as top from private.revision');
  return (row as { top: number }).top;
};
/** The rows that a portal at this revision still has to fetch. */
const since = (rev: number, table: string) =>
  as(ADMIN, (query) =>
    query<{ id: string; rev: number }>(
      `select id, rev from public.${table} where rev > $1 order by rev`,
      [rev],
    ),
  );

/** Creates a row and returns its id; an alert is created by a visitor's booking. */
async function create(table: Table | 'alerts'): Promise<string> {
  const before = await topRevision();
  const source = table === 'alerts' ? 'bookings' : table;
  const caller = table === 'alerts' ? ANON : ADMIN;
  await insertAs(caller, `public.${source}`, await rowFor[source](asOwner, ADMIN.userId));
  const [row] = await since(before, table);
  return (row as { id: string }).id;
}

it.each(LISTED)('a new row of %s gets a revision', async (table) => {
  const before = await topRevision();
  const id = await create(table);
  expect(await since(before, table)).toMatchObject([{ id }]);
});

it.each(LISTED)('a changed row of %s gets a later revision', async (table) => {
  const id = await create(table);
  const before = await topRevision();
  await asOwner(`update public.${table} set created_at = created_at where id = $1`, [id]);
  expect(await since(before, table)).toMatchObject([{ id }]);
});

it.each(LISTED)('a deleted row of %s leaves a tombstone', async (table) => {
  const id = await create(table);
  const before = await topRevision();
  await asOwner(`delete from public.${table} where id = $1`, [id]);
  const tombstones = await as(ADMIN, (query) =>
    query('select table_name, id from public.deleted_rows where rev > $1', [before]),
  );
  expect(tombstones).toContainEqual({ table_name: table, id });
});

describe('revisions', () => {
  it('are never shared, not even by rows of one statement or by tombstones', async () => {
    const rows = [aBooking(), aBooking(), aBooking()];
    for (const row of rows) await insertAs(ANON, 'public.bookings', row);
    await asOwner('delete from public.bookings where id = any($1)', [rows.map((row) => row.id)]);
    await asOwner('update public.careers set title = title');
    const all = [...LISTED, 'deleted_rows']
      .map((table) => `select rev from public.${table}`)
      .join(' union all ');
    expect(
      await asOwner(`select rev from (${all}) as revs group by rev having count(*) > 1`),
    ).toEqual([]);
  });

  it('are set by the server, regardless of the writer’s value', async () => {
    const before = await topRevision();
    const [row] = await asOwner<{ rev: number }>(
      `insert into public.careers (title, location, type, description, rev) values ('a', 'b', 'c', 'd', 1) returning rev`,
    );
    expect(row?.rev).toBe(before + 1);
  });

  it('are taken under one lock, held until the transaction ends', async () => {
    const locks = await as(ADMIN, async (query) => {
      await query(
        `insert into public.careers (title, location, type, description) values ('a', 'b', 'c', 'd')`,
      );
      return query(`select from pg_locks where locktype = 'advisory' and granted and ${HERE}`);
    });
    expect(locks).toHaveLength(1);
    expect(await asOwner(`select from pg_locks where locktype = 'advisory' and ${HERE}`)).toEqual(
      [],
    );
  });
});

it('deleting a position changes its applications for the portal too', async () => {
  const career_id = await createPosition(asOwner);
  const application = await anApplication(asOwner, { career_id });
  await insertAs(ANON, 'public.job_applications', application);
  const before = await topRevision();
  await as(ADMIN, (query) => query('delete from public.careers where id = $1', [career_id]));
  expect(await since(before, 'job_applications')).toMatchObject([{ id: application.id }]);
});

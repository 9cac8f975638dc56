import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { rowFor, type Table } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const LISTS: Table[] = [
  'bookings',
  'job_applications',
  'contact_messages',
  'careers',
  'crew',
  'gallery_images',
  'testimonials',
];

async function deleteRows(
  caller: Caller,
  listed: string,
  ids: readonly string[],
): Promise<unknown> {
  const [row] = await as(caller, (query) =>
    query<{ answer: unknown }>('select public.delete_rows($1, $2::uuid[]) as answer', [
      listed,
      ids,
    ]),
  );
  return row?.answer;
}

/** Stores rows and returns their ids. */
async function store(table: Table, count: number): Promise<string[]> {
  for (let n = 0; n < count; n++)
    await insertAs(ADMIN, `public.${table}`, await rowFor[table](asOwner, ADMIN.userId));
  return (
    await asOwner<{ id: string }>(`select id from public.${table} order by rev desc limit ${count}`)
  ).map(({ id }) => id);
}

const left = async (table: string, ids: readonly string[]) =>
  asOwner(`select id from public.${table} where id = any($1)`, [ids]);

describe.each(LISTS)('rows of %s', (table) => {
  it('are deleted in one request, which returns their number, each with a tombstone', async () => {
    const [kept, ...ids] = await store(table, 3);
    expect(await deleteRows(ADMIN, table, ids)).toEqual({ deleted: 2 });
    expect(await deleteRows(ADMIN, table, ids)).toEqual({ deleted: 0 });
    expect(await left(table, [kept ?? '', ...ids])).toEqual([{ id: kept }]);
    expect(
      await asOwner('select 1 from public.deleted_rows where table_name = $1 and id = any($2)', [
        table,
        ids,
      ]),
    ).toHaveLength(2);
  });
});

it('only an administrator deletes, and every refusal is reported', async () => {
  const ids = await store('bookings', 1);
  for (const caller of [ANON, USER, SERVICE])
    await expect(deleteRows(caller, 'bookings', ids)).rejects.toMatchObject({ code: '42501' });
  expect(await left('bookings', ids)).toHaveLength(1);
});

it.each([
  ['another table', 'alerts', 1],
  ['a table that is not public', 'private.user_roles', 1],
  ['more than a thousand', 'bookings', 1001],
])('a deletion of %s is refused', async (_, table, count) => {
  const ids = Array.from({ length: count }, () => crypto.randomUUID());
  await expect(deleteRows(ADMIN, table, ids)).rejects.toMatchObject({ code: '22023' });
});

import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, USER, useDatabase, type Caller } from '../support/database.ts';
import { rowFor } from '../support/records.ts';

const { as, asOwner, insertAs } = useDatabase();

const LISTS = ['bookings', 'careers', 'gallery_images', 'testimonials'] as const;

const withdraw = (caller: Caller, listed: string, ids: readonly string[]) =>
  as(caller, (query) => query('select public.withdraw($1, $2::uuid[])', [listed, ids]));

const idsIn = async (table: string, id: string) =>
  asOwner(`select id from public.${table} where id = $1`, [id]);
const tombstones = async (table: string, id: string) =>
  asOwner('select 1 from public.deleted_rows where table_name = $1 and id = $2', [table, id]);

/** A row that an administrator could add. */
const aRow = async (table: (typeof LISTS)[number]) => {
  const row = await rowFor[table](asOwner, ADMIN.userId);
  return { ...row, id: String((row as { id?: string }).id ?? crypto.randomUUID()) };
};

describe.each(LISTS)('a withdrawn addition to %s', (table) => {
  it('is deleted if it was stored', async () => {
    const row = await aRow(table);
    await insertAs(ADMIN, `public.${table}`, row);
    await withdraw(ADMIN, table, [row.id]);
    expect(await idsIn(table, row.id)).toEqual([]);
    expect(await tombstones(table, row.id)).toHaveLength(1);
  });

  it('is refused if it arrives later', async () => {
    const row = await aRow(table);
    await withdraw(ADMIN, table, [row.id]);
    await expect(insertAs(ADMIN, `public.${table}`, row)).rejects.toMatchObject({ code: '23505' });
    expect(await idsIn(table, row.id)).toEqual([]);
  });

  it('may be withdrawn again without a second effect', async () => {
    const row = await aRow(table);
    await withdraw(ADMIN, table, [row.id, row.id]);
    await withdraw(ADMIN, table, [row.id]);
    expect(await tombstones(table, row.id)).toHaveLength(1);
  });
});

describe('a withdrawal', () => {
  it('reaches the portals through a later revision', async () => {
    const [before] = await asOwner<{ rev: number }>(
      'select coalesce(max(rev), 0) as rev from public.deleted_rows',
    );
    const id = crypto.randomUUID();
    await withdraw(ADMIN, 'careers', [id]);
    const told = await as(ADMIN, (query) =>
      query('select table_name, id from public.deleted_rows where rev > $1', [before?.rev]),
    );
    expect(told).toEqual([{ table_name: 'careers', id }]);
  });

  it.each([
    ['a visitor', ANON],
    ['somebody without the role', USER],
  ])('is not for %s', async (_, caller) => {
    const id = crypto.randomUUID();
    await expect(withdraw(caller, 'careers', [id])).rejects.toMatchObject({ code: '42501' });
    expect(await tombstones('careers', id)).toEqual([]);
  });

  it.each(['contact_messages', 'user_roles', 'careers; drop table public.careers', ''])(
    'refuses another table: %j',
    async (listed) => {
      await expect(withdraw(ADMIN, listed, [crypto.randomUUID()])).rejects.toMatchObject({
        code: '22023',
      });
    },
  );

  it('has a hundred rows at most', async () => {
    const ids = Array.from({ length: 101 }, () => crypto.randomUUID());
    await expect(withdraw(ADMIN, 'careers', ids)).rejects.toMatchObject({ code: '22023' });
    await expect(withdraw(ADMIN, 'careers', ids.slice(1))).resolves.toBeDefined();
  });
});

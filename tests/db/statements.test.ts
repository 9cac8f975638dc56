import { describe, expect, it } from 'vitest';
import { ADMIN, ANON, SERVICE, USER, useDatabase, type Caller } from '../support/database.ts';
import { aBooking, aPosting } from '../support/records.ts';

const { as, asOwner } = useDatabase();
const TOO_MANY = { code: 'PT413' };

/** Inserts a list of rows as PostgREST does. */
const insertAll = (caller: Caller, table: string, rows: object[]) =>
  as(caller, (query) => {
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    return query(
      `insert into public.${table} (${columns}) select ${columns} from json_populate_recordset(null::public.${table}, $1)`,
      [JSON.stringify(rows)],
    );
  });
const bookings = (count: number) => Array.from({ length: count }, () => aBooking());
const postings = (count: number) => Array.from({ length: count }, () => aPosting());
const countOf = async (table: string) =>
  (await asOwner<{ n: number }>(`select count(*)::int as n from public.${table}`))[0]?.n;

describe.each([ANON, USER])('a statement of %o', (caller) => {
  it('inserts one row', async () => {
    await expect(insertAll(caller, 'bookings', bookings(1))).resolves.toEqual([]);
  });

  it('is refused at its second row, and stores none', async () => {
    const before = await countOf('bookings');
    await expect(insertAll(caller, 'bookings', bookings(2))).rejects.toMatchObject(TOO_MANY);
    expect(await countOf('bookings')).toBe(before);
  });

  it('may follow another', async () => {
    await expect(
      as(caller, async (query) => {
        for (let i = 0; i < 3; i++)
          await query(`insert into public.contact_messages (name, email, subject, message)
          values ('Ann', 'a@example.com', 'A question', 'Do you clean windows?')`);
      }),
    ).resolves.toBeUndefined();
  });
});

describe('a statement of an administrator', () => {
  it('inserts a hundred rows', async () => {
    await expect(insertAll(ADMIN, 'careers', postings(100))).resolves.toEqual([]);
  });

  it('is refused at the 101st, and stores none', async () => {
    const before = await countOf('careers');
    await expect(insertAll(ADMIN, 'careers', postings(101))).rejects.toMatchObject(TOO_MANY);
    expect(await countOf('careers')).toBe(before);
  });
});

it('a refused row aborts the statement before later rows are checked and before it gets a revision', async () => {
  const revision = async () =>
    (await asOwner('select last_value from private.revision'))[0]?.['last_value'];
  const [first, ...others] = bookings(1000);
  const invalid = others.map((row) => ({ ...row, preferred_date: null }));
  const before = await revision();
  await expect(insertAll(ANON, 'bookings', [first as object, ...invalid])).rejects.toMatchObject(
    TOO_MANY,
  );
  expect(Number(await revision()) - Number(before)).toBeLessThanOrEqual(2);
});

describe("the database's own work", () => {
  it('has no limit', async () => {
    await expect(
      asOwner(
        `insert into public.careers (title, location, type, description) select 'a', 'b', 'c', 'd' from generate_series(1, 101)`,
      ),
    ).resolves.toEqual([]);
  });

  it("has no limit with the server's own key", async () => {
    await asOwner('grant insert on public.bookings to service_role');
    await expect(insertAll(SERVICE, 'bookings', bookings(101))).resolves.toEqual([]);
  });
});

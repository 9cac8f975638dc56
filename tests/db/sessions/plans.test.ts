import { beforeAll, describe, expect, it } from 'vitest';
import { REPLICA_PARTS, ENTITY_NAMES, REPLICA_TABLES } from '../../../src/core/domain/entities.ts';
import { ADMIN, ANON, SERVICE, useDatabase, type Caller } from '../../support/database.ts';
import { fill, ROWS } from '../../support/postgres/many-rows.ts';
import { aBooking, anApplication } from '../../support/records.ts';

const { as, asOwner, execute, insertAs } = useDatabase();

const LISTED = [...REPLICA_TABLES, 'flood_alarms'];
const PUBLIC = ['careers', 'gallery_images', 'testimonials'];

beforeAll(() => fill(execute), 300_000);

interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** PostgreSQL's plan: the indexes it uses, and the steps that read or sort a whole table. */
async function planOf(caller: Caller, sql: string) {
  const rows = await as(caller, (query) =>
    query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${sql}`),
  );
  const nodes = nodesOf((rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'][0].Plan);
  return {
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    slow: nodes
      .map((node) => node['Node Type'])
      .filter((type) => ['Seq Scan', 'Sort', 'Incremental Sort'].includes(type)),
  };
}
/** PostgREST's statement for a query for rows. */
const asked = (select: string) =>
  `with asked as (${select}) select count(a), coalesce(json_agg(a), '[]') from (select * from asked) a`;
const counted = (table: string) =>
  `with counted as (select 1 from public.${table}) select (select count(*) from counted)`;
const HUNDRED = `(select array_agg(md5('x' || n)::uuid) from generate_series(1, 100) n)`;
const ids = async () => {
  const [row] = await asOwner<{ ids: string[] }>(`select ${HUNDRED} as ids`);
  return `'{${(row as { ids: string[] }).ids.join(',')}}'::uuid[]`;
};

describe('at 100,000 rows an index answers', () => {
  it.each(PUBLIC)('the public list of %s, its later pages too', async (table) => {
    for (const page of ['limit 1000', 'limit 6', `limit 1000 offset 1000`]) {
      const sql = asked(`select * from public.${table} order by created_at desc, id ${page}`);
      expect(await planOf(ANON, sql)).toEqual({ indexes: [`${table}_newest`], slow: [] });
    }
  });

  it.each(LISTED)('the newest of %s for an administrator', async (table) => {
    const sql = asked(`select * from public.${table} order by created_at desc, id limit 1000`);
    expect(await planOf(ADMIN, sql)).toEqual({ indexes: [`${table}_newest`], slow: [] });
  });

  // A team has few people, and its table one page.
  const LARGE = ENTITY_NAMES.filter((table) => table !== 'crew');
  it.each(LARGE)('the number of rows of %s', async (table) => {
    const { indexes, slow } = await planOf(ADMIN, counted(table));
    expect(indexes).toHaveLength(1);
    expect(slow).toEqual([]);
  });

  it.each(REPLICA_TABLES)('the changes of %s since any revision', async (table) => {
    for (const after of [0, ROWS / 2, ROWS - 5]) {
      const sql = asked(
        `select * from public.${table} where rev > ${after} and rev <= ${ROWS} order by rev limit 1000`,
      );
      expect(await planOf(ADMIN, sql)).toEqual({ indexes: [`${table}_rev`], slow: [] });
    }
  });

  it.each(ENTITY_NAMES)('the search for a hundred ids in %s, and their deletion', async (table) => {
    const list = await ids();
    const left = { indexes: [`${table}_pkey`], slow: [] };
    expect(
      await planOf(ADMIN, asked(`select id from public.${table} where id = any(${list})`)),
    ).toEqual(left);
    expect(await planOf(ADMIN, `delete from public.${table} where id = any(${list})`)).toEqual(
      left,
    );
  });
});

describe('at 100,000 rows no table is read whole', () => {
  /** Tables with one row. */
  const SINGLE = ['sync_epoch', 'flood_settings', 'mail_settings', 'job_secret', 'buckets'];

  /** The tables that the request scanned completely, also in functions and triggers. */
  const readWhole = (caller: Caller, sql: string, params: unknown[] = []) =>
    as(caller, async (query) => {
      const counts = () =>
        query<{ relname: string; seq_scan: number }>(
          'select relname, seq_scan from pg_stat_xact_user_tables where relname <> all($1)',
          [SINGLE],
        );
      const before = new Map((await counts()).map(({ relname, seq_scan }) => [relname, seq_scan]));
      await query(sql, params);
      return (await counts())
        .filter(({ relname, seq_scan }) => seq_scan > (before.get(relname) ?? 0))
        .map(({ relname }) => relname);
    });
  const INSERT = (table: string, row: object) => {
    const columns = Object.keys(row).join(', ');
    return `insert into public.${table} (${columns}) select ${columns} from json_populate_record(null::public.${table}, $1)`;
  };
  const visitor = { ...ANON, headers: { 'x-forwarded-for': '203.0.113.1' } };

  it('to check the role', async () => {
    expect(
      await readWhole(ADMIN, 'select public.has_role($1, $2)', [ADMIN.userId, 'admin']),
    ).toEqual([]);
  });

  /** How often the request looked up the token's session. */
  const sessionLookups = (sql: string) =>
    as(ADMIN, async (query) => {
      const count = async () => {
        const [row] = await query<{ n: number }>(
          `select idx_scan::int as n from pg_stat_xact_all_tables where relname = 'sessions'`,
        );
        return row?.n ?? 0;
      };
      const before = await count();
      await query(sql);
      return (await count()) - before;
    });

  it.each([
    'select * from public.bookings order by created_at desc limit 1000',
    `delete from public.careers where id in (select md5('careers' || n)::uuid from generate_series(50, 99) n)`,
    'select public.changes(0, 1000)',
  ])('and the session is looked up once a statement: %s', async (sql) => {
    expect(await sessionLookups(sql)).toBe(1);
  });

  it('and an insertion of a hundred rows looks it up twice, for its policy and its bound', async () => {
    expect(
      await sessionLookups(`insert into public.careers (title, location, type, description)
        select 'Cleaner', 'Paisley', 'Full-time', 'Cleans.' from generate_series(1, 100)`),
    ).toBe(2);
  });

  it.each([0, ROWS / 2, ROWS - 5, ROWS])('to read the changes after revision %i', async (after) => {
    expect(await readWhole(ADMIN, 'select public.changes($1, 1000)', [after])).toEqual([]);
  });

  it.each(REPLICA_PARTS)('to continue the initial sync of %s', async (part) => {
    const place = part === 'coming' ? '2026-12-01' : new Date().toISOString();
    const params = [part, '2026-11-22', place, '00000000-0000-4000-8000-000000000000'];
    expect(
      await readWhole(ADMIN, 'select public.first_copy($1, $2, $3, $4, 1000)', params),
    ).toEqual([]);
  });

  it('to store a booking', async () => {
    const booking = aBooking();
    expect(
      await readWhole(visitor, INSERT('bookings', booking), [JSON.stringify(booking)]),
    ).toEqual([]);
  });

  it('to store an application', async () => {
    const application = await anApplication(asOwner);
    expect(
      await readWhole(visitor, INSERT('job_applications', application), [
        JSON.stringify(application),
      ]),
    ).toEqual([]);
  });

  it('to claim an alert and to finish it', async () => {
    const booking = aBooking();
    await insertAs(ANON, 'public.bookings', booking);
    expect(
      await readWhole(SERVICE, `select public.claim_alert('booking', $1)`, [booking.id]),
    ).toEqual([]);
    const [alert] = await asOwner('select id from public.alerts where record_id = $1', [
      booking.id,
    ]);
    expect(
      await readWhole(SERVICE, 'select public.finish_alert($1, true)', [alert?.['id']]),
    ).toEqual([]);
  });

  it.each(ENTITY_NAMES)('to delete a row of %s and its dependents', async (table) => {
    expect(
      await readWhole(ADMIN, `delete from public.${table} where id = md5('${table}' || 7)::uuid`),
    ).toEqual([]);
  });
});

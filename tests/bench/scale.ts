import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { PAGE_ROWS } from '../../src/core/server/admin-backend.ts';
import { ADMIN, ANON, asCaller, insertAsCaller } from '../support/database.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { copyTemplate } from '../support/postgres/server-database.ts';
import provideTemplate, { type Template } from '../support/postgres/template.ts';
import { aBooking } from '../support/records.ts';
import { ms, percentile, printTable, type Row } from './report.ts';

const SECONDS = 3;
const CALLS = 100;

/** A booking of a visitor unknown to the flood guard. */
function book(database: TestDatabase): Promise<void> {
  const address = `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
  return insertAsCaller(
    database,
    { ...ANON, headers: { 'x-forwarded-for': address } },
    'public.bookings',
    aBooking(),
  );
}

const refresh = (database: TestDatabase, after: number) =>
  asCaller(database, ADMIN, (query) => query('select public.changes($1, $2)', [after, PAGE_ROWS]));

const lastRevision = async (database: TestDatabase) =>
  Number(
    (await database.query<{ rev: string }>('select last_value as rev from private.revision'))[0]
      ?.rev,
  );

/** Calls a second, by this many sessions that each repeat the work. */
async function perSecond(sessions: number, work: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + SECONDS * 1000;
  let done = 0;
  const session = async () => {
    for (; performance.now() < end; done++) await work();
  };
  await Promise.all(Array.from({ length: sessions }, session));
  return done / SECONDS;
}

/** The duration of one call: median and 95th percentile in ms. */
async function timed(work: () => Promise<unknown>): Promise<string> {
  const samples: number[] = [];
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now();
    await work();
    samples.push(performance.now() - start);
  }
  return `${ms(percentile(samples, 0.5))}, p95 ${ms(percentile(samples, 0.95))}`;
}

/** Fills the bookings up to this number, without triggers, each with its own revision. */
const fill = (database: TestDatabase, rows: number) =>
  database.exec(`alter table public.bookings disable trigger user;
    insert into public.bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time, notes, rev, created_at)
      select gen_random_uuid(), 'Ann Baker', '0141 555 0100', 'ann@example.com', '1 High Street, Paisley', 'deep', date '2026-12-01' + (n % 900)::int, 'morning',
        repeat('Ring twice. ', 10), nextval('private.revision'), now() - n * interval '1 minute'
      from generate_series(1, ${rows} - (select count(*) from public.bookings)) n;
    alter table public.bookings enable trigger user;
    analyze public.bookings;`);

/** Runs the work on a migrated PostgreSQL server with one administrator. */
async function withServer(work: (database: TestDatabase) => Promise<void>): Promise<void> {
  let template: Template | undefined;
  const stop = await provideTemplate({
    provide: (_: string, given: Template) => (template = given),
  } as unknown as TestProject);
  const database = await copyTemplate(template as unknown as Template);
  try {
    await database.exec(`insert into auth.users (id, email) values ('${ADMIN.userId}', 'admin@example.com');
      insert into private.user_roles (user_id, role) values ('${ADMIN.userId}', 'admin');
      insert into auth.sessions (id, user_id) values ('${ADMIN.userId}', '${ADMIN.userId}');`);
    await work(database);
  } finally {
    await database.close();
    await stop();
  }
}

/**
 * Measures a PostgreSQL server with many sessions and many rows: the database's own work and the
 * lock on revisions. No browser, no API in front, and no wait for the disk (the tests' server has
 * `fsync` off).
 */
export const benchScale = () =>
  withServer(async (database) => {
    const many: Row[] = [];
    for (const sessions of [1, 4, 16]) {
      many.push([
        `bookings a second, ${sessions} sessions`,
        (await perSecond(sessions, () => book(database))).toFixed(0),
      ]);
    }
    for (const administrators of [1, 10, 50]) {
      const rev = await lastRevision(database);
      many.push([
        `refreshes a second with nothing new, ${administrators} administrators`,
        (await perSecond(administrators, () => refresh(database, rev))).toFixed(0),
      ]);
    }
    printTable('A PostgreSQL server, many at once', many);

    const large: Row[] = [];
    for (const rows of [10_000, 100_000, 1_000_000]) {
      await fill(database, rows);
      const rev = await lastRevision(database);
      const [size] = await database.query<{ bytes: string }>(
        `select pg_total_relation_size('public.bookings') as bytes`,
      );
      const name = `${rows.toLocaleString('en-GB')} bookings`;
      large.push([`${name}: one more`, await timed(() => book(database))]);
      large.push([
        `${name}: refresh, nothing new`,
        await timed(async () => refresh(database, await lastRevision(database))),
      ]);
      large.push([
        `${name}: the newest ${PAGE_ROWS} changes`,
        await timed(() => refresh(database, rev - PAGE_ROWS)),
      ]);
      large.push([
        `${name}: bytes a row, indexes included`,
        (Number(size?.bytes) / rows).toFixed(0),
      ]);
    }
    printTable('A PostgreSQL server, many rows', large);
  });

const SERIES = 300;

/** Begins a series for each of so many bookings, every week, without its visits. */
const beginSeries = (database: TestDatabase) =>
  database.exec(`insert into public.booking_events (id, booking_id, actor, kind, day, time_slot, every, rev)
    select gen_random_uuid(), id, 'office', 'repeated', private.london_today() + (row_number() over (order by id))::int % 7, 'morning', 1, rev
    from (select id, rev from public.bookings order by id limit ${SERIES}) as first;`);

/** Calls the hourly job until nothing is due: the visits made, and the duration of each call in ms. */
async function makeVisits(database: TestDatabase): Promise<{ made: number; calls: number[] }> {
  const calls: number[] = [];
  for (let made = 0; ;) {
    const start = performance.now();
    const [row] = await database.query<{ made: number }>(
      'select private.make_due_visits(20) as made',
    );
    calls.push(performance.now() - start);
    if (!row?.made) return { made, calls };
    made += row.made;
  }
}

/**
 * Measures the job that makes the visits of series, among 10,000 bookings. A call holds the lock on
 * revisions for less than its duration.
 */
export const benchSeries = () =>
  withServer(async (database) => {
    await fill(database, 10_000);
    await beginSeries(database);
    const rows: Row[] = [];
    const measure = async (name: string) => {
      const { made, calls } = await makeVisits(database);
      const total = calls.reduce((sum, call) => sum + call, 0);
      rows.push([
        `${name}: ${made} visits`,
        `${ms(total)}, longest call ${ms(Math.max(...calls))}`,
      ]);
    };
    await measure(`all visits of ${SERIES} series`);
    await database.exec(`delete from public.bookings where series_day >= private.london_today() + 42;
      delete from public.deleted_rows;`);
    await measure('a night');
    await measure('nothing due');
    printTable('Visits of series, on a PostgreSQL server', rows);
  });

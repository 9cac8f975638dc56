import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '../../../supabase/local/database/migrate.ts';
import { rolesSql, schemasSql, withPolicyGrants } from '../../support/postgres/hosted.ts';
import { startNewServer, type RunningServer } from '../../support/postgres/start-server.ts';

/** Debian's PostgreSQL, for which pg_cron is packaged: apt-get install postgresql-15-cron. */
const DEBIAN = '/usr/lib/postgresql/15';
const OWNER = 'postgres';

describe.skipIf(!existsSync(`${DEBIAN}/lib/pg_cron.so`))('pg_cron', () => {
  let server: RunningServer;
  let database: Client;

  beforeAll(async () => {
    server = await startNewServer(
      { initdb: `${DEBIAN}/bin/initdb`, postgres: `${DEBIAN}/bin/postgres` },
      [
        'shared_preload_libraries=pg_cron',
        'cron.use_background_workers=on',
        'cron.log_statement=off',
      ],
    );
    // pg_cron works in one database, by default `postgres`.
    database = new Client({ connectionString: server.connectionString });
    await database.connect();
    await database.query(rolesSql(OWNER));
    await database.query(`alter database postgres owner to ${OWNER}`);
    await database.query(schemasSql(OWNER));
    // Hosted projects let the owner create it.
    await database.query(`create extension pg_cron; grant usage on schema cron to ${OWNER}`);
    for (const { sql } of readMigrations())
      await database.query(
        `begin; set local role ${OWNER};\n${withPolicyGrants(sql, OWNER)}\ncommit;`,
      );
  });
  afterAll(async () => {
    await database.end();
    await server.stop();
  });

  it('has the migrations’ jobs that need no pg_net, as the owner', async () => {
    const { rows } = await database.query(
      'select jobname, schedule, username from cron.job order by jobname',
    );
    expect(rows).toEqual([
      { jobname: 'forget-addresses', schedule: '7 * * * *', username: OWNER },
      { jobname: 'make-visits', schedule: '3,23,43 * * * *', username: OWNER },
      { jobname: 'remove-expired', schedule: '27 * * * *', username: OWNER },
    ]);
  });

  it('runs that job, which deletes yesterday’s addresses', async () => {
    await database.query(
      `insert into private.submission_hits (target, client, at) values ('bookings', 'x', now() - interval '1 day')`,
    );
    await database.query(
      `select cron.alter_job(jobid, schedule := '* * * * *') from cron.job where jobname = 'forget-addresses'`,
    );
    const runs = async () =>
      (await database.query<{ status: string }>('select status from cron.job_run_details')).rows;
    await expect
      .poll(runs, { timeout: 90_000, interval: 1_000 })
      .toContainEqual({ status: 'succeeded' });
    expect((await database.query('select from private.submission_hits')).rows).toEqual([]);
  }, 100_000);
});

import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { readMigrations } from '../../../supabase/local/database/migrate.ts';
import { ADMIN, asCaller } from '../../support/database.ts';
import {
  LAST_RELEASE,
  nameOf,
  releasedMigrations,
  releasedRows,
} from '../../support/former-database.ts';
import { CATALOGUE } from '../../support/postgres/catalogue.ts';
import { copyTemplate } from '../../support/postgres/server-database.ts';
import { addressOf } from '../../support/postgres/start-server.ts';
import { createDatabase, runFiles, type Template } from '../../support/postgres/template.ts';

/** A database that the last release filled, before and after this checkout's migrations. */

const template = inject('template') as Template;
const former: Template = { ...template, database: `${template.database}_former` };
const upgraded: Template = { ...template, database: `${template.database}_upgraded` };

const filesOf = (migrations: ReturnType<typeof readMigrations>) =>
  migrations.map((migration) => ({ name: nameOf(migration), sql: migration.sql }));

const clients: Client[] = [];
async function connect({ database }: Template): Promise<Client> {
  const client = new Client({ connectionString: addressOf(template, database) });
  await client.connect();
  clients.push(client);
  return client;
}

const tablesOf = async (client: Client) => {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private') order by 1`,
  );
  const counted: { name: string; rows: number }[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string }>(`select count(*) as rows from ${name}`);
    counted.push({ name, rows: Number(rows[0]?.rows) });
  }
  return counted;
};

let before: Client;
let after: Client;
beforeAll(async () => {
  const released = releasedMigrations();
  await createDatabase(former, filesOf(released));
  before = await connect(former);
  await before.query(releasedRows());
  await before.end();
  const names = new Set(released.map(nameOf));
  const maintenance = await connect(template);
  await maintenance.query(
    `create database ${upgraded.database} owner ${template.owner} template ${former.database}`,
  );
  await runFiles(
    upgraded,
    filesOf(readMigrations().filter((migration) => !names.has(nameOf(migration)))),
  );
  before = await connect(former);
  after = await connect(upgraded);
});
afterAll(() => Promise.all(clients.map((client) => client.end().catch(() => undefined))));

it(`each table of ${LAST_RELEASE} has rows`, async () => {
  expect((await tablesOf(before)).filter(({ rows }) => rows === 0)).toEqual([]);
});

it('an upgraded database keeps every row', async () => {
  const kept = new Map((await tablesOf(after)).map(({ name, rows }) => [name, rows]));
  for (const { name, rows } of await tablesOf(before))
    expect({ name, rows: kept.get(name) }).toEqual({ name, rows });
});

it('an upgraded database is that of a fresh start', async () => {
  const catalogueOf = async (client: Client) =>
    (await client.query<{ made: string }>(CATALOGUE)).rows.map(({ made }) => made);
  const fresh = await connect(template);
  expect(await catalogueOf(after)).toEqual(await catalogueOf(fresh));
});

interface Page {
  epoch: string;
  changes: { table: string; row: { events?: object[] } | null }[];
}
const eventsOf = (row: Page['changes'][number]['row']) =>
  (row?.events ?? []).map((event) => ['events', event] as const);

it('a migration that changes the fields of a row begins a new epoch', async () => {
  const changesOf = async (of: Template) => {
    const database = await copyTemplate(of);
    try {
      return await asCaller(database, ADMIN, async (query) => {
        const [given] = await query<{ page: Page }>('select public.changes(0, 1000) as page');
        const { epoch, changes } = given?.page ?? { epoch: '', changes: [] };
        const fields = new Set<string>();
        for (const { table, row } of changes)
          for (const [of, value] of [[table, row] as const, ...eventsOf(row)])
            for (const field of Object.keys(value ?? {})) fields.add(`${of}.${field}`);
        return { epoch, fields: [...fields].sort() };
      });
    } finally {
      await database.close();
    }
  };
  await Promise.all(clients.splice(0).map((client) => client.end()));
  const [earlier, later] = [await changesOf(former), await changesOf(upgraded)];
  expect(earlier.fields.length).toBeGreaterThan(90);
  if (earlier.epoch === later.epoch) expect(later.fields).toEqual(earlier.fields);
});

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
import { everyFormerEvent } from '../../support/postgres/every-former-event.ts';
import { CATALOGUE } from '../../support/postgres/catalogue.ts';
import { copyTemplate, requestsTo } from '../../support/postgres/server-database.ts';
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
  await everyFormerEvent(before);
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

/** Rows that the migrations moved or left out, and the tables that got them. */
const SETTINGS = `('instructed', 'assigned', 'entrusted')`;
const OF_SETTINGS = `(select id from public.booking_events where kind in ${SETTINGS})`;
const KEPT: Record<string, string> = {
  'public.booking_events': `actor <> 'crew' and kind not in ${SETTINGS} and kind <> 'reminded'`,
  // That no mail and no notification went about a setting is no row any more.
  'private.receipts': `event_id is null or event_id not in ${OF_SETTINGS}`,
  'private.event_pushes': `event_id not in ${OF_SETTINGS}`,
};
const MOVED: Record<string, string> = {
  'private.setting_changes': `kind in ${SETTINGS}`,
  'public.crew_reports': `actor = 'crew'`,
  'private.reminders': `kind = 'reminded'`,
};

it('an upgraded database keeps every row', async () => {
  const kept = new Map((await tablesOf(after)).map(({ name, rows }) => [name, rows]));
  const countOf = async (table: string, condition: string) =>
    Number(
      (await before.query<{ n: string }>(`select count(*) as n from ${table} where ${condition}`))
        .rows[0]?.n,
    );
  for (const { name } of await tablesOf(before))
    expect({ name, rows: kept.get(name) }).toEqual({
      name,
      rows: await countOf(name, KEPT[name] ?? 'true'),
    });
  for (const [name, condition] of Object.entries(MOVED)) {
    const rows = await countOf('public.booking_events', condition);
    expect(rows, name).toBeGreaterThan(0);
    expect({ name, rows: kept.get(name) }).toEqual({ name, rows });
  }
});

it('a report says whether the job was cancelled or given away before', async () => {
  const { rows } = await after.query(
    'select message, late from public.crew_reports where message is not null order by rev desc limit 5',
  );
  expect(rows).toEqual([
    { message: 'After the cancellation.', late: 'cancelled' },
    { message: 'By a person who was deleted.', late: null },
    { message: 'In time.', late: null },
    { message: 'Given away.', late: 'given-away' },
    { message: 'Before anybody was assigned again.', late: null },
  ]);
});

it('an upgraded database is that of a fresh start', async () => {
  const catalogueOf = async (client: Client) =>
    (await client.query<{ made: string }>(CATALOGUE)).rows
      .map(({ made }) => made)
      .filter((made) => !made.startsWith('revision:'));
  const fresh = await connect(template);
  expect(await catalogueOf(after)).toEqual(await catalogueOf(fresh));
});

interface Page {
  epoch: string;
  changes: { table: string; row: { events?: object[] } | null }[];
}
const eventsOf = (row: Page['changes'][number]['row']) =>
  (row?.events ?? []).map((event) => ['events', event] as const);

type Row = Record<string, unknown>;
type Listed = Row & { row?: Row | null };

/** A page of rows as text, without the columns that the former page's row in this place lacks. */
function withoutLater(page: string, former: string): string {
  const formers = JSON.parse(former) as Listed[];
  const ofFormer = (row: Row, before: Row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => column in before));
  const rows = (JSON.parse(page) as Listed[]).map((listed, place) => {
    const before = formers[place] ?? {};
    if (!listed.row || !before.row) return 'table' in listed ? listed : ofFormer(listed, before);
    return { ...listed, row: ofFormer(listed.row, before.row) };
  });
  return JSON.stringify(rows);
}

it('pages of 1.0.0 read the same rows of each list, beside the columns that came since', async () => {
  const readBy = (client: Client) =>
    asCaller(requestsTo(client), ADMIN, async (query) => {
      const rows: string[] = [];
      for (let last = 0, read = -1; read !== 0;) {
        const [page] = await query<{ changes: string; up_to: string | null; count: string }>(
          `select (page -> 'changes')::text as changes, (page -> 'changes' -> -1 ->> 'rev') as up_to,
             json_array_length(page -> 'changes') as count
           from public.changes($1, 1000) as page`,
          [last],
        );
        rows.push(page?.changes ?? '');
        read = Number(page?.count);
        last = Number(page?.up_to ?? last);
      }
      for (const part of ['coming', 'bookings']) {
        const [copied] = await query<{ rows: string }>(
          `select (public.first_copy($1, '2026-11-29', null, null, 1000) -> 'rows')::text as rows`,
          [part],
        );
        rows.push(copied?.rows ?? '');
      }
      return rows;
    });
  const former = await readBy(before);
  for (const kind of ['instructed', 'assigned', 'entrusted', 'locked-out', 'noted', 'reminded'])
    expect(former.join('')).toContain(`"kind": "${kind}"`);
  const later = await readBy(after);
  for (const [page, text] of former.entries())
    expect(withoutLater(later[page] ?? '', text)).toBe(JSON.stringify(JSON.parse(text)));
});

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

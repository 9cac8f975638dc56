import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { PATHS } from '../../../supabase/local/project-paths.ts';
import { CATALOGUE } from '../../support/postgres/catalogue.ts';
import { addressOf } from '../../support/postgres/start-server.ts';
import { createDatabase, type Template } from '../../support/postgres/template.ts';

const template = inject('template') as Template;
const declared: Template = { ...template, database: `${template.database}_declared` };
const FOLDER = path.join(PATHS.root, 'supabase/schemas');

/** The files in the order of `schema_paths` in config.toml, which is that of their names. */
const SCHEMAS = readdirSync(FOLDER)
  .sort()
  .map((name) => ({ name, sql: readFileSync(path.join(FOLDER, name), 'utf8') }));

async function connect({ database }: Template): Promise<Client> {
  const client = new Client({ connectionString: addressOf(template, database) });
  await client.connect();
  return client;
}

const catalogueOf = async (client: Client) =>
  (await client.query<{ made: string }>(CATALOGUE)).rows.map(({ made }) => made);

let ofSchemas: Client;
let ofMigrations: Client;
beforeAll(async () => {
  await createDatabase(declared, SCHEMAS);
  ofSchemas = await connect(declared);
  ofMigrations = await connect(template);
});
// The template's end drops the database too, because its name begins with the template's.
afterAll(() => Promise.all([ofSchemas.end(), ofMigrations.end()]));

it('the schemas and the migrations create the same database', async () => {
  const catalogue = await catalogueOf(ofSchemas);
  expect(catalogue.length).toBeGreaterThan(1000);
  expect(await catalogueOf(ofMigrations)).toEqual(catalogue);
});

describe('the comparison finds', () => {
  it.each([
    ['a column', 'alter table public.bookings add column pets text'],
    ['a default', `alter table public.bookings alter column status set default 'confirmed'`],
    ['a constraint', 'alter table public.alerts drop constraint alerts_state_check'],
    ['an index', 'drop index public.bookings_email'],
    ['a trigger', 'drop trigger trim_texts on public.bookings'],
    ['a disabled trigger', 'alter table public.bookings disable trigger trim_texts'],
    ['a policy', 'alter policy "admins read" on public.bookings using (true)'],
    ['row-level security', 'alter table public.bookings disable row level security'],
    ['the grant of a column', 'grant insert (status) on public.bookings to anon'],
    ['the grant of a table', 'grant select on public.bookings to anon'],
    ['the grant of a function', 'grant execute on function private.trim_texts() to anon'],
    ['the grant of a sequence', 'grant usage on sequence private.revision to anon'],
    [
      'a default privilege',
      `alter default privileges for role ${template.owner} in schema public grant select on tables to anon`,
    ],
    ['a property of a function', 'alter function public.begin_epoch() security invoker'],
    [
      'the source of a function',
      `create or replace function private.hit_age() returns interval
      language sql immutable parallel safe set search_path = '' as 'select interval ''1 day'''`,
    ],
    ['a bucket', `update storage.buckets set public = true where id = 'resumes'`],
    ['a setting', 'update private.flood_settings set per_day = 61'],
  ])('%s', async (_, change) => {
    const before = await catalogueOf(ofSchemas);
    await ofSchemas.query('begin');
    await ofSchemas.query(change);
    const after = await catalogueOf(ofSchemas);
    await ofSchemas.query('rollback');
    expect(after).not.toEqual(before);
  });
});

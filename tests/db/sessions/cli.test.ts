import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { runCheck } from '../../../supabase/commands/deploy-check/check.ts';
import type { DeployState, Project } from '../../../supabase/commands/deploy-check/project.ts';
import { readMigrations } from '../../../supabase/local/database/migrate.ts';
import { PATHS } from '../../../supabase/local/project-paths.ts';
import { checkOf } from '../../support/deploy-check.ts';
import { CATALOGUE } from '../../support/postgres/catalogue.ts';
import { rolesSql, schemasSql } from '../../support/postgres/hosted.ts';
import { addressOf } from '../../support/postgres/start-server.ts';
import type { Template } from '../../support/postgres/template.ts';

/**
 * The official CLI in the version of package.json, with a database like a hosted project's empty
 * one.
 */
const CLI = createRequire(import.meta.url).resolve('supabase/dist/supabase.js');
const OWNER = 'cli_owner';
const PASSWORD = 'of-the-tests-alone';

const folder = mkdtempSync(path.join(tmpdir(), 'supabase-cli-'));
const template = inject('template') as Template;
const database = `${template.database}_cli`;

async function run<T>(address: string, sql: string): Promise<T[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}
const query = <T>(sql: string) => run<T>(addressOf(template, database), sql);

function ownAddress(): string {
  const url = new URL(addressOf(template, database));
  url.username = OWNER;
  url.password = PASSWORD;
  return url.href;
}

/** Each `npx supabase` command of the guide, without these two words. */
const GUIDE = [
  ...readFileSync(path.join(PATHS.root, 'docs/production.md'), 'utf8').matchAll(
    /npx supabase ([^`#\n]+)/g,
  ),
].map(([, words = '']) => words.trim().split(/ +/));

/** A command's name without arguments: `login` and `link` are one word, all others two. */
const verbsOf = ([first = '', second = '']: readonly string[]) =>
  first === 'login' || first === 'link' ? [first] : [first, second];

/** The guide's command that begins with this text; it must exist. */
function ofGuide(begin: string, withFlag = ''): string[] {
  const found = GUIDE.find(
    (words) => words.join(' ').startsWith(begin) && words.join(' ').endsWith(withFlag),
  );
  if (!found) throw new Error(`The guide has no command "${begin} … ${withFlag}".`);
  return found;
}

/** Runs a command on this database instead of the linked project. Returns its output. */
const supabase = (...words: string[]) =>
  runCli([
    ...words.filter((word) => word !== '--linked'),
    `--db-url=${ownAddress()}`,
    '--workdir',
    folder,
    '--yes',
  ]);

function runCli(words: readonly string[]): Promise<{ code: number; output: string }> {
  const args = [CLI, ...words, '--agent', 'no'];
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    DO_NOT_TRACK: '1',
    SUPABASE_TELEMETRY_DISABLED: '1',
    SITE_URL: 'https://www.example.com',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

beforeAll(async () => {
  for (const name of ['config.toml', 'migrations', 'schemas', 'seed.sql']) {
    cpSync(path.join(PATHS.root, 'supabase', name), path.join(folder, 'supabase', name), {
      recursive: true,
    });
  }
  await run(template.connectionString, rolesSql(OWNER));
  await run(template.connectionString, `alter role ${OWNER} password '${PASSWORD}'`);
  // On hosted projects an extension lets the owner write policies for storage; here a membership
  // does.
  await run(template.connectionString, `grant supabase_storage_admin to ${OWNER}`);
  await run(
    template.connectionString,
    `create database ${database} owner ${OWNER} template template0`,
  );
  await query(schemasSql(OWNER));
});
afterAll(async () => {
  await run(template.connectionString, `drop database ${database} with (force)`);
  await run(template.connectionString, `drop owned by ${OWNER}`);
  await run(template.connectionString, `drop role ${OWNER}`);
  rmSync(folder, { recursive: true, force: true });
});

const migrations = readMigrations();

it.each([...new Set(GUIDE.map((words) => verbsOf(words).join(' ')))])(
  'the guide’s supabase %s is a command of the command line, with its flags',
  async (name) => {
    const { output } = await runCli([...name.split(' '), '--help']);
    expect(output).toContain(`supabase ${name}`);
    const flags = GUIDE.filter((words) => verbsOf(words).join(' ') === name)
      .flat()
      .filter((word) => word.startsWith('--'));
    for (const flag of flags) expect(output).toMatch(new RegExp(`${flag.replace(/=.*/, '')}[ ,]`));
  },
);

it('the guide deploys existing functions', () => {
  const deployed = GUIDE.filter((words) => verbsOf(words).join(' ') === 'functions deploy').flatMap(
    (words) => words.slice(2).filter((word) => !word.startsWith('--')),
  );
  expect(deployed.length).toBeGreaterThan(2);
  for (const name of deployed)
    expect(existsSync(path.join(PATHS.root, 'supabase/functions', name, 'index.ts')), name).toBe(
      true,
    );
});

it('the command line reads config.toml without a warning', async () => {
  const { output } = await supabase('migration', 'list');
  expect(output).toContain(migrations[0]?.version);
  expect(output).not.toMatch(/WARN|deprecated|unknown/i);
});

it('db push --dry-run names every migration and applies none', async () => {
  const { code, output } = await supabase(...ofGuide('db push', '--dry-run'));
  expect(code, output).toBe(0);
  for (const { version, name } of migrations) expect(output).toContain(`${version}_${name}.sql`);
  expect(await query(`select from pg_tables where schemaname = 'private'`)).toEqual([]);
});

it('db push applies them all, without the samples, and repeating it changes nothing', async () => {
  const { code, output } = await supabase(...ofGuide('db push', '--linked'));
  expect(code, output).toBe(0);
  const [recorded] = await query<{ state: DeployState }>(`select public.deploy_state('') as state`);
  expect(recorded?.state.migrations).toEqual(migrations.map(({ version }) => version));
  expect(Object.keys(recorded?.state.migration_texts ?? {})).toEqual(recorded?.state.migrations);
  expect(await runCheck(checkOf('migrations'), { ...recorded } as Project)).toMatchObject({
    state: 'ok',
  });
  expect(await query('select from public.careers')).toEqual([]);
  expect(await supabase('db', 'push')).toMatchObject({
    code: 0,
    output: expect.stringContaining('up to date'),
  });
});

it('its schema equals that of the database tests', async () => {
  const catalogueOf = async (address: string, owner: string) =>
    (await run<{ made: string }>(address, CATALOGUE))
      .map(({ made }) => made.replaceAll(new RegExp(`\\b${owner}\\b`, 'g'), 'the owner'))
      .sort();
  const pushed = await catalogueOf(addressOf(template, database), OWNER);
  expect(pushed.length).toBeGreaterThan(1000);
  expect(pushed).toEqual(await catalogueOf(addressOf(template, template.database), template.owner));
});

it('migration list shows each of them on both sides', async () => {
  const { output } = await supabase(...ofGuide('migration list'));
  for (const { version } of migrations) expect(output.split(version).length).toBe(3);
});

it('the advisors find no error', async () => {
  const { code, output } = await supabase(
    'db',
    'advisors',
    '--level',
    'error',
    '--fail-on',
    'error',
  );
  expect(code, output).toBe(0);
});

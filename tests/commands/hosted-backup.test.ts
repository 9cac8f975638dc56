import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { backup as command } from '../../supabase/commands/backup/command.ts';
import { StartError } from '../../supabase/local/start-error.ts';
import { findClient } from '../support/postgres/client.ts';
import { startHostedProject, type HostedProject } from '../support/postgres/hosted-project.ts';
import type { Template } from '../support/postgres/template.ts';
import { aBooking, aMessage, aPosting } from '../support/records.ts';
import { APPLICATION } from '../support/values.ts';
import { runCommand } from '../backend/support/run-command.ts';

// The first run on a machine downloads PostgreSQL's client.
vi.setConfig({ hookTimeout: 240_000 });

const template = inject('template') as Template;
const PROJECT_OWNER = randomUUID();
const CLEANER = randomUUID();
const POSTING = randomUUID();
const PICTURE = 'Before/After/0123456789abcdef.webp';

let client: string;
let root: string;
let project: HostedProject;

beforeAll(() => {
  client = findClient();
});
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'hosted-backup-'));
  project = await startHostedProject(template);
});
afterEach(async () => {
  await project.close();
  rmSync(root, { recursive: true, force: true });
});

/** Runs the command in this process, because a process takes seconds to start. */
async function backup(args: string[], env: Record<string, string> = project.env) {
  try {
    const output = await command(args, { PG_BIN: client, INIT_CWD: root, ...env });
    return { code: 0, output };
  } catch (error) {
    if (error instanceof StartError) return { code: 1, output: error.message };
    throw error;
  }
}
const names = () =>
  readdirSync(root)
    .filter((name) => /^\d{4}-/.test(name))
    .sort();
const newest = () => path.join(root, names().at(-1) ?? 'none');

/** Makes a backup, expects success and returns its folder. */
async function make(...more: string[]): Promise<string> {
  const { code, output } = await backup(['make', '.', ...more]);
  expect(code, output).toBe(0);
  return newest();
}

const insert = (table: string, row: object) =>
  project.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) select ${Object.keys(row).join(', ')} from json_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  );

/** Stores an application with its file. Returns the file's name. */
async function apply(): Promise<string> {
  const id = randomUUID();
  const name = `${id}.pdf`;
  await project.query('delete from private.submission_hits');
  await project.store(`resumes/${name}`, `%PDF of ${id}`, 'application/pdf');
  await insert('public.job_applications', {
    id,
    ...APPLICATION,
    career_id: POSTING,
    resume_path: name,
    resume_url: name,
  });
  return name;
}

/** Stores every kind of data that a project holds. */
async function fill() {
  await insert('auth.users', {
    id: PROJECT_OWNER,
    email: 'owner@example.com',
    encrypted_password: '$2a$10$hashed',
    email_confirmed_at: '2026-01-02T03:04:05Z',
  });
  await insert('auth.identities', {
    id: randomUUID(),
    provider: 'email',
    provider_id: PROJECT_OWNER,
    user_id: PROJECT_OWNER,
    identity_data: { sub: PROJECT_OWNER, email: 'owner@example.com' },
  });
  await insert('private.user_roles', { user_id: PROJECT_OWNER, role: 'admin' });
  await insert('auth.sessions', { id: randomUUID(), user_id: PROJECT_OWNER });
  const gone = aBooking();
  await insert('public.bookings', gone);
  await insert('public.bookings', aBooking({ notes: 'The key is\tunder "the" pot\n\\N 🧹' }));
  await project.query('delete from public.bookings where id = $1', [gone.id]);
  await insert('public.contact_messages', aMessage());
  await insert('public.careers', { id: POSTING, ...aPosting() });
  await project.query('select private.make_due_visits(50)');
  await project.query(`update private.retention set months = 24 where target = 'bookings'`);
  await project.query(
    `update private.flood_settings set client_ip_header = 'cf-connecting-ip', per_ten_minutes = 2`,
  );
  const resumes = [await apply(), await apply(), await apply()];
  await project.store(`resumes/${randomUUID()}.pdf`, 'unclaimed', 'application/pdf');
  await project.store(`gallery/${PICTURE}`, 'a picture', 'image/webp');
  await insert('public.crew', { id: CLEANER, name: 'Ann Baker' });
  await project.query(
    `insert into private.crew_devices (crew_id, key_hash, name) values ('${CLEANER}', 'hash', 'Chrome')`,
  );
  const picture = `jobs/${randomUUID()}/1`;
  await project.store(picture, 'a picture of a job', 'image/webp');
  await insert('public.gallery_images', {
    id: randomUUID(),
    file_path: PICTURE,
    url: `${project.url}/storage/v1/object/public/gallery/${PICTURE}`,
    category: 'Before/After',
    alt: 'A clean kitchen',
    created_by: PROJECT_OWNER,
  });
  return {
    gone,
    files: [picture, `gallery/${PICTURE}`, ...resumes.map((name) => `resumes/${name}`)].sort(),
  };
}

/** The rows of every table in a backup, by name. The project's address is written `<project>`. */
async function rowsOf({ query, url }: HostedProject): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname in ('public', 'private') or (schemaname, tablename) in (('auth', 'users'), ('auth', 'identities'))`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (
      /sync_epoch|last_runs|known_lines|submission_hits|unclaimed_resumes|releases|crew_(codes|devices|pushes)/.test(
        name,
      )
    )
      continue;
    const found = await query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    rows[name] = found.map(({ row }) => row.replaceAll(url, '<project>')).sort();
  }
  return rows;
}

const stateOf = async ({ query }: HostedProject) =>
  (
    await query<{ epoch: string; revision: string; senders: string; sessions: string }>(
      `select (select epoch::text from private.sync_epoch) as epoch, (select last_value::text from private.revision) as revision,
         (select count(*)::text from private.submission_hits) as senders, (select count(*)::text from auth.sessions) as sessions`,
    )
  )[0];

describe('a restore', () => {
  let target: HostedProject;
  beforeEach(async () => {
    target = await startHostedProject(template);
  });
  afterEach(() => target.close());
  const restore = (...flags: string[]) => backup(['restore', newest(), ...flags], target.env);

  test('into a new project loads rows, accounts, tombstones, revisions and files, and begins an epoch', async () => {
    const { gone, files } = await fill();
    await make();
    // The schedule of the new project has begun.
    await target.query('select private.make_due_visits(50)');
    const before = await stateOf(target);

    const { code, output } = await restore();
    expect(code, output).toBe(0);
    expect(output).toContain('repeat every erasure made after the backup');

    expect(await rowsOf(target)).toEqual(await rowsOf(project));
    // The crew's names for bookings stay, and their keys end.
    expect((await rowsOf(target))['private.job_secret']).toHaveLength(1);
    expect(await target.query('select from private.crew_devices')).toEqual([]);
    expect((await rowsOf(target))['public.deleted_rows']?.join()).toContain(gone.id);
    expect([...target.contents.keys()].sort()).toEqual(files);
    for (const file of files) expect(target.contents.get(file)).toEqual(project.contents.get(file));
    const [was, is] = [await stateOf(project), await stateOf(target)];
    expect(is).toMatchObject({ revision: was?.revision, senders: '0', sessions: '0' });
    expect([before?.epoch, was?.epoch]).not.toContain(is?.epoch);
    expect(
      await target.query(`select metadata ->> 'mimetype' as type, metadata ->> 'cacheControl' as kept
        from storage.objects where bucket_id = 'gallery'`),
    ).toEqual([{ type: 'image/webp', kept: 'max-age=3600' }]);
  });

  test('interrupted among the files continues with --files', async () => {
    const { files } = await fill();
    await make();
    target.fault = (method, file) =>
      method === 'POST' && file.startsWith('resumes')
        ? [400, JSON.stringify({ statusCode: '403' })]
        : null;
    expect(await restore()).toMatchObject({ code: 1, output: expect.stringContaining('403') });
    target.fault = () => null;
    expect(await restore()).toMatchObject({
      code: 1,
      output: expect.stringContaining('the project is not empty'),
    });
    expect(await restore('--files')).toMatchObject({ code: 0 });
    expect([...target.contents.keys()].sort()).toEqual(files);
  });

  test('into a project with one row changes nothing', async () => {
    await fill();
    await make();
    await target.query(`insert into auth.users (id, email) values ($1, 'new@example.com')`, [
      randomUUID(),
    ]);
    const before = [await rowsOf(target), await stateOf(target)];
    const { code, output } = await restore();
    expect([code, output]).toEqual([1, expect.stringContaining('not empty (auth.users)')]);
    expect([await rowsOf(target), await stateOf(target)]).toEqual(before);
  });

  test('failing among the rows changes nothing', async () => {
    await fill();
    await make();
    await target.query(`alter table public.contact_messages rename to renamed`);
    const before = await rowsOf(target);
    const { code, output } = await restore();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/psql did not finish: .*contact_messages/),
    ]);
    expect(output).not.toContain('Ailsa');
    expect(await rowsOf(target)).toEqual(before);
  });

  test.each([
    ['lacks', `delete from supabase_migrations.schema_migrations where version = '20261128000000'`],
    ['has', `insert into supabase_migrations.schema_migrations values ('20991231000000')`],
  ])('into a project that %s another migration is refused', async (verb, sql) => {
    await make();
    await target.query(sql);
    expect(await restore()).toMatchObject({
      code: 1,
      output: expect.stringContaining(`The project ${verb} migrations`),
    });
  });
});

describe('a backup', () => {
  test('is readable by its owner only, and complete', async () => {
    await fill();
    const { code, output } = await runCommand(
      'backup',
      ['make', '.'],
      { PG_BIN: client, ...project.env },
      root,
    );
    expect(code, output).toBe(0);
    expect(await project.query(`select from private.last_runs where job = 'backup'`)).toHaveLength(
      1,
    );
    const folder = newest();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of ['database.dump', 'manifest.json'])
      expect(statSync(path.join(folder, name)).mode & 0o077, name).toBe(0);
    expect(await backup(['verify', folder], {})).toMatchObject({
      code: 0,
      output: expect.stringContaining('is complete: the database and 5 files'),
    });
  });

  test.each([
    [
      'a changed file',
      (folder: string) => appendFileSync(path.join(folder, 'files/gallery', PICTURE), '!'),
      `files/gallery/${PICTURE} is damaged`,
    ],
    [
      'a missing file',
      (folder: string) => rmSync(path.join(folder, 'files/gallery', PICTURE)),
      `files/gallery/${PICTURE} is missing`,
    ],
    [
      'a changed dump',
      (folder: string) => appendFileSync(path.join(folder, 'database.dump'), '!'),
      'database.dump is damaged',
    ],
    [
      'no manifest',
      (folder: string) => rmSync(path.join(folder, 'manifest.json')),
      'is not a complete backup',
    ],
  ])('with %s is found by verify, and not restored', async (_name, damage, text) => {
    await fill();
    const folder = await make();
    damage(folder);
    for (const command of ['verify', 'restore'])
      expect(await backup([command, folder])).toMatchObject({
        code: 1,
        output: expect.stringContaining(text),
      });
  });

  test('keeps as many as requested', async () => {
    await fill();
    const first = await make();
    await make('--keep', '1');
    expect(names()).toHaveLength(1);
    expect(existsSync(first)).toBe(false);
    expect(await backup(['verify', newest()])).toMatchObject({ code: 0 });
  });

  /** Starts a backup, and ends it with a signal among its files. Returns its exit code. */
  async function interrupt(signal: NodeJS.Signals): Promise<unknown> {
    const { files } = await fill();
    const [slow = ''] = files.slice(-1);
    project.fault = (_method, file) => (file === slow ? 'hang' : null);
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        path.resolve(import.meta.dirname, '../../supabase/commands/backup.ts'),
        'make',
        root,
      ],
      { env: { ...process.env, ...project.env, PG_BIN: client }, stdio: 'ignore' },
    );
    await expect.poll(() => project.asked).toContain(`GET ${slow}`);
    child.kill(signal);
    const [code] = await once(child, 'close');
    return code;
  }

  test('stopped by Ctrl-C leaves nothing, and the next one can start at once', async () => {
    expect(await interrupt('SIGINT')).toBe(130);
    expect(readdirSync(root)).toEqual([]);
    project.fault = () => null;
    await make();
  });

  test('killed in the middle does not count, and is gone after the next one', async () => {
    await interrupt('SIGKILL');
    expect(names()).toEqual([]);

    project.fault = () => null;
    expect(await backup(['make', '.'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('Another backup'),
    });
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(path.join(root, 'lock'), longAgo, longAgo);
    await make();
    expect(readdirSync(root)).toEqual(names());
    expect(await backup(['verify', newest()])).toMatchObject({ code: 0 });
  });

  test('omits a file that was deleted meanwhile, and names one whose contents are missing', async () => {
    const { files } = await fill();
    const [vanished = '', lost = ''] = files.slice(-2);
    project.fault = (method, file) => {
      if (method !== 'GET' || file !== vanished) return null;
      return [400, JSON.stringify({ statusCode: '404' })];
    };
    project.contents.delete(lost);
    await project.query(
      `alter table public.job_applications disable trigger user; alter table storage.objects disable trigger user`,
    );
    const { code, output } = await backup(['make', '.']);
    expect(code).toBe(1);
    expect(output).toContain(lost);
    expect(output).toContain(vanished);
    await project.query('delete from storage.objects where name = $1', [vanished.split('/')[1]]);
    const { output: again } = await backup(['make', '.']);
    expect(again).toContain(lost);
    expect(again).not.toContain(vanished);
    expect(await backup(['verify', newest()])).toMatchObject({ code: 0 });
  });

  test('tries again when Storage is busy', async () => {
    const { files } = await fill();
    let refused = 0;
    project.fault = () => (refused++ === 0 ? [503, ''] : null);
    await make();
    expect(await backup(['verify', newest()])).toMatchObject({
      output: expect.stringContaining(`${files.length} files`),
    });
  });
});

describe('the cause is named', () => {
  const failure = async (env: Record<string, string>) => {
    const { code, output } = await backup(['make', '.'], { ...project.env, ...env });
    expect(code, output).toBe(1);
    expect(names()).toEqual([]);
    return output;
  };

  test.each([
    ['SUPABASE_DB_URL', 'SUPABASE_DB_URL is missing'],
    ['SUPABASE_DB_PASSWORD', 'password is missing'],
    ['SUPABASE_SECRET_KEY', 'SUPABASE_SECRET_KEY is missing'],
  ])('when %s is not set', async (name, text) => {
    expect(await failure({ [name]: '' })).toContain(text);
  });

  test('when there is no hosted project', async () => {
    expect(await failure({ VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' })).toContain(
      'this command is for a hosted project',
    );
  });

  test.each([
    [
      'the transaction pooler',
      'postgresql://postgres.ref@aws-0-eu-west-2.pooler.supabase.com:6543/postgres',
      'transaction pooler',
    ],
    [
      'a host that there is none',
      'postgresql://postgres@db.ref.invalid:5432/postgres',
      'IPv6 only',
    ],
    ['a port that nobody answers', 'postgresql://postgres@127.0.0.1:9/postgres', 'does not answer'],
  ])('for %s', async (_name, url, text) => {
    expect(await failure({ SUPABASE_DB_URL: url })).toContain(text);
  });

  test.each([
    [
      'a wrong password',
      '28P01',
      'password authentication failed for user "postgres"',
      'refuses the password',
    ],
    [
      'a pooler of another region',
      'XX000',
      'Tenant or user not found',
      'does not know this project',
    ],
  ])('for %s', async (_name, code, message, text) => {
    const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`;
    const refused = Buffer.alloc(5 + fields.length, fields);
    refused.write(`E\0\0\0\0${fields}`, 'latin1');
    refused.writeInt32BE(4 + fields.length, 1);
    const server = createServer((socket) => socket.once('data', () => socket.end(refused)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(
      await failure({
        SUPABASE_DB_URL: `postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`,
      }),
    ).toContain(text);
    server.close();
  });

  test('for the API of another project', async () => {
    const other = await startHostedProject(template);
    expect(await failure({ VITE_SUPABASE_URL: other.url })).toContain('two different projects');
    await other.close();
  });

  test('for a secret key unknown to the project', async () => {
    expect(await failure({ SUPABASE_SECRET_KEY: 'sb_secret_other' })).toContain(
      'does not take SUPABASE_SECRET_KEY',
    );
  });

  test('for an API that does not answer', async () => {
    expect(await failure({ VITE_SUPABASE_URL: 'http://project.invalid' })).toMatch(
      /^http:\/\/project\.invalid does not answer \(\w+\): check VITE_SUPABASE_URL/,
    );
  });

  test('for a folder that is a file, which stays as it is', async () => {
    writeFileSync(path.join(root, 'a-file'), 'before');
    const { code, output } = await backup(['make', 'a-file']);
    expect([code, output]).toEqual([
      1,
      `${path.join(root, 'a-file')} is a file: name a folder, in which each backup is one more.`,
    ]);
    expect(readFileSync(path.join(root, 'a-file'), 'utf8')).toBe('before');
  });

  test('for a bucket that is missing', async () => {
    await project.query(
      `set storage.allow_delete_query = 'true'; delete from storage.buckets where id = 'gallery'`,
    );
    expect(await failure({})).toContain('no bucket gallery');
  });

  test('for a project without migrations', async () => {
    await project.query('drop function public.deploy_state');
    expect(await failure({})).toContain('npx supabase db push --linked');
  });

  /** Programs that run this shell script. */
  function programs(script: string): string {
    const folder = mkdtempSync(path.join(root, 'programs-'));
    for (const name of ['pg_dump', 'pg_restore', 'psql']) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
      chmodSync(path.join(folder, name), 0o755);
    }
    return folder;
  }

  test('for programs that are older than the server, or missing', async () => {
    expect(await failure({ PG_BIN: programs('echo "pg_dump (PostgreSQL) 15.18"') })).toMatch(
      /version 15, and the database is version 17[^]*postgresql-client-17[^]*brew install[^]*winget/,
    );
    expect(await failure({ PG_BIN: path.join(root, 'none') })).toContain('was not found');
  });

  test('for a full disk', async () => {
    const script = `case "$1" in --version) echo "pg_dump (PostgreSQL) 17.1";; *) echo "pg_dump: error: could not write: No space left on device" >&2; exit 1;; esac`;
    expect(await failure({ PG_BIN: programs(script) })).toContain('The disk is full');
  });

  test('for unknown arguments', async () => {
    for (const args of [
      [],
      ['make'],
      ['make', '.', '--keep', '0'],
      ['verify', '.', '--files'],
      ['all', '.'],
    ])
      expect(await backup(args)).toMatchObject({
        code: 1,
        output: expect.stringContaining('npm run backup -- make FOLDER'),
      });
  });
});

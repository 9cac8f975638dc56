import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeHostFiles } from '../../build/host-files.ts';
import { COMPANY } from '../../src/site/content/company.ts';
import {
  exitCode,
  formatTable,
  markKnown,
  missing,
  ok,
  runCheck,
  unchecked,
  wrong,
  type Verdict,
} from '../../supabase/commands/deploy-check/check.ts';
import {
  findTarget,
  readState,
  type DeployState,
  type Project,
} from '../../supabase/commands/deploy-check/project.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { headersAt, parseHeaderRules } from '../../supabase/local/site/host-rules.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { checkOf, lineOf as lineAbout } from '../support/deploy-check.ts';
import { aBooking } from '../support/records.ts';
import { writeSite } from './support/write-site.ts';
import { clientOf } from './support/client.ts';
import { startFront } from './support/front.ts';
import { ADMIN } from './support/people.ts';
import { runCommand } from './support/run-command.ts';
import { secretKeyOf } from './support/users.ts';

const VISITOR = '81.2.69.142';

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-check-'));
const dataDir = path.join(folder, 'data');
const dist = path.join(folder, 'dist');
let server: Server;
let front: Awaited<ReturnType<typeof startFront>>;

beforeAll(async () => {
  front = await startFront(() => server.url);
  await writeSite(dist, front.url);
  server = await startServer(
    parseEnv({ PORT: '0', INBOX_PORT: '0', DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email }),
    siteListener(dist),
  );
  // A hosted project has these parts before its first migration.
  await query(`delete from supabase_migrations.schema_migrations where version = '00000000000000'`);
});
beforeEach(() => {
  front.writes = {};
  front.answers = {};
});
afterAll(async () => {
  await server.close();
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

const query = (sql: string) => server.database.query(sql);

/** The environment of a hosted project: the embedded backend behind the front. */
const environment = () => ({
  SITE_URL: front.url,
  VITE_SUPABASE_URL: front.url,
  VITE_SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
  SUPABASE_SECRET_KEY: secretKeyOf(dataDir),
});
const hosted = (more: Record<string, string> = {}) =>
  findTarget(parseEnv({ ...environment(), ...more }));

async function stateNow(): Promise<DeployState> {
  const state = await readState(hosted());
  if (state === null) throw new Error('The database did not tell its state');
  return state;
}

/** A line about the hosted project, with these settings and other parts in the place of its own. */
const lineOf = (name: string, env: Record<string, string> = {}, parts: Partial<Project> = {}) =>
  lineAbout(name, hosted(env), { dist, ...parts });
const named = (verdict: Verdict, name = 'a') => ({ name, ...verdict });

/** The line for a state that differs from the hosted project's. */
const lineAt = async (name: string, state: Partial<DeployState>, parts: Partial<Project> = {}) =>
  lineOf(name, {}, { ...parts, state: { ...(await stateNow()), ...state } });
/** The line about this answer. */
const lineFor = (name: string, found: unknown) =>
  runCheck({ ...checkOf(name), ask: () => found }, hosted() as Project);

describe('the command', () => {
  test('prints a line for each check, without secrets and personal addresses, and exits with the code of the worst', async () => {
    const { code, output } = await runCommand('deploy-check', [], environment(), folder);
    expect(output).toMatch(/^ok +migrations +all \d+ are applied$/m);
    expect(output).toMatch(/^missing +schedule/m);
    expect(output).toMatch(/^(missing +facts +\d+ are samples: name, |ok +facts )/m);
    expect(output).toMatch(
      /\d+ ok, \d+ not checked, \d+ optional, \d+ known, \d+ missing, \d+ wrong\n$/,
    );
    expect(code).toBeGreaterThanOrEqual(1);
    expect(output).not.toContain(secretKeyOf(dataDir));
    expect(output).not.toMatch(/@|\b\d+\.\d+\.\d+\.\d+\b(?!:)/);
  });

  test('takes no arguments', async () => {
    expect(await runCommand('deploy-check', ['now'], environment(), folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run deploy:check'),
    });
  });

  test.each([
    [
      'no hosted project',
      { VITE_SUPABASE_URL: '', VITE_SUPABASE_PUBLISHABLE_KEY: '' },
      'is missing',
    ],
    ['a variable that is none', { SITE_URL: 'example' }, 'SITE_URL must be an address'],
    [
      'a site without TLS',
      { SITE_URL: 'http://www.example.com' },
      'SITE_URL must begin with https://',
    ],
  ])('calls the variables wrong for %s', async (_name, env, text) => {
    const { code, output } = await runCommand(
      'deploy-check',
      [],
      { ...environment(), ...(env as Record<string, string>) },
      folder,
    );
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^wrong +variables +.*${text}`)),
    ]);
  });
});

test('an unknown state is never called ok, and does not fail', () => {
  expect(exitCode([named(ok('')), named(unchecked(''))])).toBe(0);
  expect(exitCode([named(ok('')), named(missing('')), named(unchecked(''))])).toBe(1);
  expect(exitCode([named(wrong('')), named(missing(''))])).toBe(2);
  expect(formatTable([named(ok('there')), named(wrong('gone', 'one\ntwo'), 'bc')])).toBe(
    [
      'ok           a   there',
      'wrong        bc  gone',
      `${' '.repeat(17)}→ one`,
      `${' '.repeat(17)}→ two`,
      '',
      '1 ok, 0 not checked, 0 optional, 0 known, 0 missing, 1 wrong',
    ].join('\n'),
  );
});

describe('variables', () => {
  test('are complete, or the missing ones are named', async () => {
    expect((await lineOf('variables')).state).toBe('ok');
    expect(await lineOf('variables', { SITE_URL: '', SUPABASE_SECRET_KEY: '' })).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('SITE_URL and SUPABASE_SECRET_KEY'),
    });
  });

  test('a project without TLS is wrong', async () => {
    const without = { url: 'http://project.example.com' };
    expect((await lineOf('variables', {}, without)).state).toBe('wrong');
  });
});

describe('keys', () => {
  test('that the project accepts are ok', async () => {
    expect(await lineOf('publishable key')).toMatchObject({ state: 'ok' });
    expect(await lineOf('secret key')).toMatchObject({ state: 'ok' });
  });

  test('that it does not know, or that are swapped, are wrong', async () => {
    const strange = {
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      SUPABASE_SECRET_KEY: 'sb_secret_x',
    };
    for (const name of ['publishable key', 'secret key'])
      expect(await lineOf(name, strange)).toMatchObject({
        state: 'wrong',
        found: 'the project does not know it',
      });
    const old = `e30.${Buffer.from('{"role":"service_role"}').toString('base64url')}.x`;
    for (const key of [secretKeyOf(dataDir), old]) {
      const swapped = {
        VITE_SUPABASE_PUBLISHABLE_KEY: key,
        SUPABASE_SECRET_KEY: LOCAL_PUBLISHABLE_KEY,
      };
      expect(await lineOf('publishable key', swapped)).toMatchObject({
        state: 'wrong',
        found: expect.stringContaining('browsers would get it'),
      });
      expect(await lineOf('secret key', swapped)).toMatchObject({
        state: 'wrong',
        found: 'it is not a secret one',
      });
    }
  });

  test('of a project that does not answer are not reported as ok', async () => {
    const nowhere = { VITE_SUPABASE_URL: 'http://127.0.0.1:9' };
    expect((await lineOf('publishable key', nowhere)).state).toBe('wrong');
    expect((await lineOf('secret key', nowhere)).state).toBe('not checked');
  });
});

describe('migrations', () => {
  const check = () => lineOf('migrations');
  const VERSION = '20261128000000';

  test('are ok when all are applied', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('are missing when one is not, which is named', async () => {
    await query(
      `update supabase_migrations.schema_migrations set version = '0' where version = '${VERSION}'`,
    );
    expect(await check()).toMatchObject({
      state: 'missing',
      found: `not applied: ${VERSION}`,
      remedy: 'npx supabase db push --linked',
    });
    await query(
      `update supabase_migrations.schema_migrations set version = '${VERSION}' where version = '0'`,
    );
  });

  test('are wrong when one was applied with another text', async () => {
    const change = (from: string, to: string) =>
      query(
        `update supabase_migrations.schema_migrations
         set statements = array[replace(statements[1], '${from}', '${to}')] where version = '${VERSION}'`,
      );
    await change('create table public.bookings', 'create table public.requests');
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: `applied with another text: ${VERSION}`,
    });
    await change('create table public.requests', 'create table public.bookings');
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('are missing in a database without the report’s function', async () => {
    await query('alter function public.deploy_state(text) rename to another');
    expect(await check()).toMatchObject({ state: 'missing' });
    await query('alter function public.another(text) rename to deploy_state');
  });

  test.each([
    ['of a later release', '20991231000000', 'not checked', 'nothing after the way back'],
    ['that no later release adds', '20251231000000', 'wrong', 'check out the release'],
  ])('%s, in the database alone, are named', async (_, version, state, remedy) => {
    await query(
      `insert into supabase_migrations.schema_migrations (version) values ('${version}')`,
    );
    expect(await check()).toMatchObject({
      state,
      found: expect.stringContaining(version),
      remedy: expect.stringContaining(remedy),
    });
    await query(`delete from supabase_migrations.schema_migrations where version = '${version}'`);
  });
});

describe('the client’s address', () => {
  const settings = (header: string, hops: number) =>
    query(
      `update private.flood_settings set client_ip_header = '${header}', trusted_proxy_hops = ${hops}`,
    );
  const loopback = (value: 'exempt' | 'on') =>
    query(`update private.flood_settings set loopback = '${value}'`);
  beforeAll(() => loopback('on'));
  afterAll(() => loopback('exempt'));
  afterEach(() => settings('x-forwarded-for', 1));
  beforeEach(() => {
    front.writes = { 'cf-connecting-ip': VISITOR };
  });
  const check = () => lineOf('client’s address');

  test('behind a proxy is ok when the visitor’s is counted, and else wrong with the number of proxies', async () => {
    // The embedded backend appends the proxy's address, as a gateway does.
    front.writes = { 'x-forwarded-for': VISITOR };
    await settings('x-forwarded-for', 2);
    expect(await check()).toMatchObject({ state: 'ok' });
    for (const [hops, found] of [
      [1, 'counts a proxy'],
      [3, 'what a visitor claims'],
    ] as const) {
      await settings('x-forwarded-for', hops);
      expect(await check()).toMatchObject({
        state: 'wrong',
        found: expect.stringContaining(found),
        remedy: expect.stringContaining('trusted_proxy_hops = 2;'),
      });
    }
  });

  test('is not checked without the secret key', async () => {
    expect(await lineOf('client’s address', { SUPABASE_SECRET_KEY: '' })).toMatchObject({
      state: 'not checked',
    });
  });

  test('is ok when the platform’s header is counted', async () => {
    await settings('cf-connecting-ip', 1);
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('is wrong when requests from the server’s own machine are exempt', async () => {
    await settings('cf-connecting-ip', 1);
    await loopback('exempt');
    expect(await check()).toMatchObject({
      state: 'wrong',
      remedy: expect.stringContaining("set loopback = 'on'"),
    });
    await loopback('on');
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('is wrong when another or none is counted, with the statement that corrects it', async () => {
    const remedy = expect.stringContaining(
      `client_ip_header = 'cf-connecting-ip', trusted_proxy_hops = 1;`,
    );
    expect(await check()).toMatchObject({ state: 'wrong', remedy });
    await settings('x-none', 1);
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('one sender'),
      remedy,
    });
  });
});

describe('sign-up', () => {
  const check = () => lineOf('sign-up');
  const settings = (more: object) => {
    front.answers = {
      '/auth/v1/settings': [200, { disable_signup: true, external: { email: true }, ...more }],
    };
  };

  test('is ok when it is closed', async () => {
    expect((await check()).state).toBe('ok');
  });

  test.each([
    [{ disable_signup: false }, 'wrong'],
    [{ external: { email: true, anonymous_users: true } }, 'wrong'],
    [{ external: { email: false } }, 'wrong'],
  ])('with %j is %s', async (more, state) => {
    settings(more);
    expect((await check()).state).toBe(state);
  });

  test('is not reported as ok when the project does not tell', async () => {
    front.answers = { '/auth/v1/settings': [500, {}] };
    expect((await check()).state).toBe('not checked');
  });
});

describe('the links of emails', () => {
  const redirectTo = (location: string) => {
    front.answers = { '/auth/v1/verify': [303, '', { location }] };
  };
  const REFUSED = '#error=access_denied&error_code=otp_expired';

  test('are ok when they lead to the site', async () => {
    for (const place of ['', '/', '/admin/']) {
      redirectTo(`${front.url}${place}${REFUSED}`);
      expect(await lineOf('email links')).toMatchObject({ state: 'ok' });
    }
  });

  test.each(['env(SITE_URL)', '/env(SITE_URL)'])('are wrong when %s is stored', async (stored) => {
    redirectTo(`${stored}${REFUSED}`);
    expect(await lineOf('email links')).toMatchObject({
      state: 'wrong',
      found: `lead to no address: ${stored}`,
      remedy: `SITE_URL=${front.url} npx supabase config push`,
    });
  });

  test('are wrong when they lead to another site', async () => {
    redirectTo(`http://localhost:3000${REFUSED}`);
    expect(await lineOf('email links')).toMatchObject({
      state: 'wrong',
      found: 'lead to http://localhost:3000 instead of SITE_URL',
    });
  });

  test('are not reported as ok when the project redirects nowhere', async () => {
    front.answers = { '/auth/v1/verify': [500, {}] };
    expect((await lineOf('email links')).state).toBe('not checked');
  });
});

describe('the first administrator', () => {
  const check = () => lineOf('administrator');

  test('is ok when a user with the role can sign in', async () => {
    expect(await check()).toMatchObject({ state: 'ok', found: '1 with the role' });
  });

  test('is missing when no user has the role, or none of them confirmed the address', async () => {
    await query('update auth.users set email_confirmed_at = null');
    expect(await check()).toMatchObject({
      state: 'missing',
      found: 'no account that can sign in has the role; accounts: 1',
      remedy: 'npm run admin -- add EMAIL',
    });
    await query('update auth.users set email_confirmed_at = now()');
    await query('create table private.kept_roles as select * from private.user_roles');
    await query('delete from private.user_roles');
    expect(await check()).toMatchObject({ state: 'missing' });
    await query('insert into private.user_roles select * from private.kept_roles');
    await query('drop table private.kept_roles');
  });

  test('has company of two; with more the line names the code for cleaners', async () => {
    const of = (administrators: number) => lineAt('administrator', { administrators });
    expect(await of(3)).toMatchObject({ state: 'ok', found: '3 with the role' });
    expect(await of(4)).toMatchObject({
      state: 'not checked',
      remedy: expect.stringContaining('/crew') as string,
    });
  });

  test('is missing without any account, and the line says so', async () => {
    const none = { administrators: 0, accounts: 0 };
    expect(await lineAt('administrator', none)).toMatchObject({
      state: 'missing',
      found: 'there is no account: nobody can open the portal',
    });
  });
});

test('administrators without a second factor are counted as advice, and none is named', async () => {
  expect(await lineOf('second factor')).toEqual({
    name: 'second factor',
    state: 'not checked',
    found: '1 of 1 administrators without',
    remedy: expect.stringContaining('npm run admin -- list') as string,
  });
  await query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select id, id, 'totp', 'verified', now(), now() from auth.users`,
  );
  expect((await lineOf('second factor')).state).toBe('ok');
  await query('delete from auth.mfa_factors');
  expect((await lineOf('second factor', {}, { state: null })).state).toBe('not checked');
});

describe('the functions', () => {
  const check = () => lineOf('send-form-email');
  const answer = (status: number, body: unknown = {}) => {
    front.answers = {
      '/functions/v1/send-form-email': [status, body],
      '/functions/v1/remove-unclaimed-resumes': [status, body],
    };
  };

  test('are ok when they run', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
    answer(405);
    expect(await lineOf('remove-unclaimed-resumes')).toMatchObject({ state: 'ok' });
  });

  test.each([
    [404, 'missing', 'functions deploy'],
    [401, 'wrong', 'verify_jwt'],
    [502, 'wrong', 'change of keys'],
    [503, 'wrong', 'secrets set --env-file'],
    [500, 'wrong', 'functions deploy'],
  ])('that answer %i are %s', async (status, state, remedy) => {
    answer(status, { code: 'NOT_FOUND', message: 'Requested function was not found' });
    expect(await check()).toMatchObject({ state, remedy: expect.stringContaining(remedy) });
    expect((await lineOf('remove-unclaimed-resumes')).state).toBe(
      status === 404 ? 'missing' : 'wrong',
    );
  });
});

describe('the function with the public key of web push', () => {
  const check = async (status: number, body: unknown = {}) => {
    front.answers = { '/functions/v1/push-key': [status, body] };
    return lineOf('push-key');
  };

  test('is ok with a key', async () => {
    expect(await check(200, { key: 'B' })).toMatchObject({ state: 'ok' });
  });

  test.each([
    [404, {}, 'optional', 'functions deploy push-key'],
    [200, { key: null }, 'optional', 'npm run -s push-keys'],
    [401, {}, 'wrong', 'verify_jwt'],
    [500, {}, 'wrong', 'functions deploy push-key'],
  ])('that answers %i with %o is %s', async (status, body, state, remedy) => {
    expect(await check(status, body)).toMatchObject({
      state,
      remedy: expect.stringContaining(remedy),
    });
  });
});

describe('the function for reports of bounces', () => {
  const signed = [401, { error: 'The signature is wrong.' }] as const;
  const check = async (status: number, body: unknown = {}) => {
    front.answers = { '/functions/v1/mail-events': [status, body] };
    return lineOf('mail-events');
  };

  test('is ok when it requires a signature', async () => {
    expect(await check(...signed)).toMatchObject({ state: 'ok' });
  });

  test.each([
    [404, 'optional', 'RESEND_WEBHOOK_SECRET'],
    [401, 'wrong', 'verify_jwt'],
    [503, 'optional', 'RESEND_WEBHOOK_SECRET'],
    [500, 'wrong', 'functions deploy mail-events'],
  ])('that answers %i is %s', async (status, state, remedy) => {
    expect(await check(status)).toMatchObject({ state, remedy: expect.stringContaining(remedy) });
  });
});

describe('the schedule', () => {
  const check = () => lineOf('schedule');
  afterAll(() => query('drop schema if exists cron, vault cascade'));

  test('is missing without jobs and without the project’s address, and ok with both', async () => {
    expect(await check()).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('send-alerts'),
    });
    await query('create schema cron');
    await query(
      `create table cron.job as select unnest(array['forget-addresses', 'make-visits', 'remove-expired', 'remove-unclaimed-resumes', 'send-alerts']) as jobname`,
    );
    await query('create schema vault');
    await query(
      `create table vault.decrypted_secrets as select 'project_url' as name, 'https://another.example.com' as decrypted_secret`,
    );
    expect(await check()).toMatchObject({
      state: 'missing',
      remedy: expect.stringContaining('vault.create_secret'),
    });
    await query(`update vault.decrypted_secrets set decrypted_secret = '${front.url}'`);
    expect(await check()).toMatchObject({ state: 'ok' });
  });
});

describe('regular visits', () => {
  const NOW = Date.parse('2026-12-01T12:00:00Z');
  const check = (series: number, last: string | null) =>
    lineAt('regular visits', { visits: { series, last_run: last } }, { now: NOW });

  test('are ok when the embedded process has just made them', async () => {
    const { visits } = await stateNow();
    expect(visits.series).toBe(0);
    const running = { visits: { ...visits, series: 1 } };
    expect(await lineAt('regular visits', running)).toMatchObject({ state: 'ok' });
  });

  test.each([
    [1, '2026-12-01T09:01:00+00:00', 'ok'],
    [1, '2026-12-01T08:59:00+00:00', 'wrong'],
    [1, null, 'wrong'],
    [0, null, 'ok'],
  ] as const)('of %i series, last made at %s, are %s', async (series, last, state) => {
    expect(await check(series, last)).toMatchObject({ state });
  });

  test('that are not made are named with the statement that makes them', async () => {
    expect(await check(3, '2026-11-30T08:03:00+00:00')).toMatchObject({
      found: '3 series run, and their visits were last made at 2026-11-30T08:03',
      remedy: expect.stringContaining('select private.make_due_visits(50);'),
    });
    expect(await lineOf('regular visits', {}, { state: null })).toMatchObject({
      state: 'not checked',
    });
  });
});

describe('retention', () => {
  const rules = (months: number | null, lastRun: Date | null) => [
    { target: 'bookings', months, due: 0, last_run: lastRun },
    { target: 'job_applications', months: 6, due: 0, last_run: lastRun },
  ];
  const check = (months: number | null, lastRun: Date | null) => {
    front.answers = { '/rest/v1/rpc/retention': [200, rules(months, lastRun)] };
    return lineOf('retention');
  };

  test('is ok when it ran today with the periods of the privacy page', async () => {
    const now = new Date();
    expect(await check(24, now)).toMatchObject({
      state: 'ok',
      found: `last run on ${now.toISOString().slice(0, 10)}, with the privacy page’s periods`,
    });
  });

  test.each([
    [null, 'bookings are kept for good; the privacy page says 24 months'],
    [99, 'bookings are kept for 99 months; the privacy page says 24 months'],
  ])('is wrong with %s months instead of those of the privacy page', async (months, found) => {
    expect(await check(months, new Date())).toMatchObject({
      state: 'wrong',
      found,
      remedy: 'npm run retention -- set',
    });
  });

  test('is wrong when it has not run for two days, and missing before its first run', async () => {
    const then = new Date(Date.now() - 49 * 60 * 60 * 1000);
    expect(await check(24, then)).toMatchObject({
      state: 'wrong',
      found: `last run on ${then.toISOString().slice(0, 10)}`,
    });
    expect(await check(24, null)).toMatchObject({ state: 'missing', found: 'has not run yet' });
  });

  test('of the embedded backend is ok from its start on', async () => {
    await expect.poll(() => lineOf('retention')).toMatchObject({ state: 'ok' });
  });

  test('is not checked without the secret key', async () => {
    expect((await lineOf('retention', { SUPABASE_SECRET_KEY: '' })).state).toBe('not checked');
  });
});

describe('mail', () => {
  const sent = () => lineOf('mail');

  test('was never sent, failed, or was sent', async () => {
    expect((await sent()).state).toBe('not checked');
    const { error } = await clientOf(server.url).from('bookings').insert(aBooking());
    if (error) throw error;
    await query(`update public.alerts set state = 'failed', attempts = 1, claimed_at = now()`);
    const today = new Date().toISOString().slice(0, 10);
    expect(await sent()).toMatchObject({
      state: 'wrong',
      found: `1 could not be sent, the last one on ${today}; 0 of them are not tried any more`,
    });
    await query(`update public.alerts set state = 'sent', sent_at = now()`);
    expect(await sent()).toMatchObject({ state: 'ok' });
  });

  test('that failed does not turn ok by waiting', async () => {
    await query(
      `update public.alerts set state = 'failed', created_at = now() - interval '3 months', claimed_at = now() - interval '3 months'`,
    );
    expect(await sent()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('1 of them are not tried any more'),
    });
    await query(`update public.alerts set state = 'sent', sent_at = now(), created_at = now()`);
  });

  test.each([
    [null, 'not checked', '1 in the last day; the provider’s most is not known'],
    [2, 'ok', '1 of the provider’s 2 in the last day'],
    [1, 'wrong', '1 of the provider’s 1 in the last day'],
  ] as const)('of the day, with the provider’s limit %s, are %s', async (limit, state, found) => {
    await query(`delete from private.mail_settings`);
    await query(
      `insert into private.mail_settings (per_day, daily_limit) values (100, ${String(limit)})`,
    );
    expect(await lineOf('mails of the day')).toMatchObject({ state, found });
  });

  test('of the day are counted for each mailbox', async () => {
    await query(`update private.mail_settings set mailboxes = 3`);
    expect((await stateNow()).mails.used).toBe(3);
    await query(`update public.alerts set sent_at = now() - interval '25 hours'`);
    expect((await stateNow()).mails.used).toBe(0);
    await query('delete from private.mail_settings');
  });
});

test.each([
  [{ 'x-company': encodeURIComponent(COMPANY.name), 'x-phone': COMPANY.phone }, 'ok'],
  [{ 'x-company': '', 'x-phone': COMPANY.phone }, 'missing'],
  [{ 'x-company': encodeURIComponent(COMPANY.name), 'x-phone': '' }, 'missing'],
  [{ 'x-company': 'Another', 'x-phone': COMPANY.phone }, 'wrong'],
  [{ 'x-company': encodeURIComponent(COMPANY.name), 'x-phone': '0141 496 0000' }, 'wrong'],
  [{}, 'not checked'],
])('mails with %j name the company as the site does: %s', async (headers, state) => {
  front.answers = { '/functions/v1/send-form-email': [404, {}, headers] };
  expect(await lineOf('mail sender')).toMatchObject({ state });
});

describe('the tracking of links at the provider', () => {
  const check = () =>
    lineOf('mail tracking', { RESEND_API_KEY: 're_full', RESEND_BASE_URL: front.url });
  const domains = (...tracking: [click: boolean | undefined, open: boolean][]) => {
    front.answers = {
      ...Object.fromEntries(
        tracking.map(([click, open], place) => [
          `/domains/${place}`,
          [200, { name: `mail${place}.example.com`, click_tracking: click, open_tracking: open }],
        ]),
      ),
      '/domains': [200, { data: tracking.map((_, place) => ({ id: String(place) })) }],
    };
  };

  test('is off for every domain', async () => {
    domains([false, false], [false, false]);
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test.each([
    [true, false],
    [false, true],
  ])('is wrong where clicks are %s or openings %s', async (click, open) => {
    domains([false, false], [click, open]);
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('on for mail1.example.com'),
    });
  });

  test('is not checked without a key, with one that may only send, and where the provider does not tell', async () => {
    expect(await lineOf('mail tracking')).toMatchObject({ state: 'not checked' });
    front.answers = { '/domains': [401, { name: 'restricted_api_key' }] };
    expect(await check()).toMatchObject({ state: 'not checked' });
    domains([undefined, false]);
    expect(await check()).toMatchObject({ state: 'not checked' });
  });
});

describe('receipts', () => {
  const check = () => lineOf('receipts');
  const answers = (receipts: string, counts: unknown = {}, events: unknown = {}) => {
    front.answers = {
      '/functions/v1/send-form-email': [404, {}, { 'x-receipts': receipts }],
      '/functions/v1/mail-events': [401, events],
      '/rest/v1/rpc/receipt_counts': [200, counts],
    };
  };
  const signed = { error: 'The signature is wrong.' };

  test('are off or on, as the function says', async () => {
    answers('off');
    expect(await check()).toMatchObject({ state: 'ok', found: expect.stringMatching(/^off/) });
    answers('on', { sent: 3, failed: 0, bounced: 1, late: 0 }, signed);
    expect(await check()).toMatchObject({
      state: 'ok',
      found: 'on: 3 sent in the last two days, 1 bounced',
    });
  });

  test('are wrong with an invalid limit, and when some could not be sent or are late', async () => {
    answers('malformed');
    expect(await check()).toMatchObject({
      state: 'wrong',
      remedy: expect.stringContaining('MAIL_RECEIPTS=100'),
    });
    for (const [failed, late] of [
      [2, 0],
      [0, 1],
    ]) {
      answers('on', { sent: 3, failed, bounced: 0, late }, signed);
      expect(await check()).toMatchObject({
        state: 'wrong',
        found: `${failed} could not be sent, and ${late} about answers are an hour late`,
      });
    }
  });

  test('lack the optional webhook when complaints are not reported', async () => {
    answers('on', { sent: 3, failed: 0 });
    expect(await check()).toMatchObject({
      state: 'optional',
      remedy: expect.stringContaining('email.complained'),
    });
  });
});

describe('reminders', () => {
  test.each([
    ['on', 'ok', /^on: /],
    ['off', 'ok', /^off by MAIL_REMINDERS=off/],
    ['malformed', 'wrong', /^none is sent/],
    ['', 'not checked', /as this checkout has it/],
  ] as const)('of a function that says %j are %s', async (setting, state, found) => {
    front.answers = {
      '/functions/v1/send-form-email': [404, {}, { 'x-reminders': setting }],
    };
    expect(await lineOf('reminders')).toMatchObject({
      state,
      found: expect.stringMatching(found),
    });
  });
});

describe('bookings', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  const at = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString();
  /** The line on day `now` of a site with these bookings in its last year. */
  const check = (now: number, { count = 40, last = 100, longest = 6 } = {}) => {
    front.answers = {
      '/rest/v1/rpc/booking_pauses': [
        200,
        { count, first: at(0), last: at(last), longest: (longest * DAY_MS) / 1000 },
      ],
    };
    return lineOf('bookings', {}, { now: Date.parse(at(now)) });
  };

  test.each([
    ['within its longest pause', 105, {}, 'ok'],
    ['a little longer than its longest pause', 109, {}, 'ok'],
    ['half as long again', 109.1, {}, 'wrong'],
    ['over Christmas on a busy site', 102.9, { longest: 0.5 }, 'ok'],
    ['for more than three days on a busy site', 103.1, { longest: 0.5 }, 'wrong'],
    ['of a new site', 100, { last: 59 }, 'not checked'],
    ['of a site with few', 200, { count: 19 }, 'not checked'],
  ] as const)('a pause %s', async (_name, now, history, state) => {
    expect(await check(now, history)).toMatchObject({ state });
  });

  test('that are missing are named with their last day, and what to try', async () => {
    expect(await check(120)).toMatchObject({
      found:
        'none for 20 days: the last one on 2026-04-11; the longest pause of the last year was 6 days',
      remedy: expect.stringContaining('book something on the site'),
    });
  });

  test('of an empty database are not checked, nor without the secret key', async () => {
    expect(await lineOf('bookings')).toMatchObject({
      state: 'not checked',
      found: expect.stringContaining('in the last year'),
    });
    expect((await lineOf('bookings', { SUPABASE_SECRET_KEY: '' })).state).toBe('not checked');
  });
});

describe('the certificate', () => {
  const DAY_MS = 24 * 60 * 60 * 1000;
  let secure: ReturnType<typeof createServer>;
  let site: string;
  beforeAll(async () => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    const request = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 30 -keyout ${key} -out ${cert}`;
    execFileSync('openssl', request.split(' '), { stdio: 'ignore' });
    secure = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    site = `https://localhost:${(secure.address() as AddressInfo).port}`;
  });
  afterAll(() => secure.close());
  const inDays = (days: number) => Date.now() + days * DAY_MS;

  test.each([
    ['in a month', 0, 'ok'],
    ['in less than two weeks', 17, 'wrong'],
    ['yesterday', 31, 'wrong'],
  ] as const)('that ends %s', async (_name, days, state) => {
    expect(await lineOf('certificate', {}, { site, now: inDays(days) })).toMatchObject({
      state,
      found: `valid until ${new Date(inDays(30)).toISOString().slice(0, 10)}`,
    });
  });

  test('that cannot be read is wrong, with the reason; an address on this machine has none', async () => {
    expect(await lineOf('certificate', {}, { site: 'https://site.invalid' })).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/^could not be read \(.*(ENOTFOUND|EAI_AGAIN)/),
    });
    expect((await lineOf('certificate')).state).toBe('not checked');
  });
});

describe('the site', () => {
  afterEach(() => writeSite(dist, front.url));
  const states = async () =>
    Promise.all(['site', 'policy'].map(async (name) => [name, (await lineOf(name)).state]));

  test('is ok when it knows its address and its policy names the project', async () => {
    await writeSite(dist, front.url, front.url);
    expect(await states()).toEqual([
      ['site', 'ok'],
      ['policy', 'ok'],
    ]);
  });

  test('is wrong with another address or another project', async () => {
    writeFileSync(path.join(dist, 'robots.txt'), 'Sitemap: https://www.example.com/sitemap.xml\n');
    await writeHostFiles(dist, ['/'], 'https://another.example.com');
    expect(await states()).toEqual([
      ['site', 'wrong'],
      ['policy', 'wrong'],
    ]);
  });

  test('is wrong when it does not answer, and its policy is missing when the host sends none', async () => {
    front.answers = { '/': [503, ''] };
    expect(await states()).toEqual([
      ['site', 'wrong'],
      ['policy', 'not checked'],
    ]);
    front.answers = { '/': [200, `Sitemap: ${front.url}/sitemap.xml`] };
    expect(await states()).toEqual([
      ['site', 'ok'],
      ['policy', 'missing'],
    ]);
  });
});

describe('headers', () => {
  const check = () => lineOf('headers');

  test('are ok when they match the build’s', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test.each([
    ['is no redirect', [200, ''], 'answered 200, not 301'],
    ['leads elsewhere', [301, '', { location: '/booking/' }], 'leads elsewhere than to /admin/'],
  ] as const)('are wrong when /admin %s', async (_name, answer, found) => {
    front.answers = { '/admin': [...answer] };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining(`/admin: ${found}`),
    });
  });

  test('are ok when a host redirects to the whole address', async () => {
    front.answers = { '/admin': [301, '', { location: `${front.url}/admin/` }] };
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test.each(['/sw.js', '/assets/'])('are wrong when those of %s differ', async (address) => {
    front.answers = { [address]: [200, '', { 'cache-control': 'max-age=60' }] };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining(address),
    });
  });

  test('are wrong when an unknown address is not answered 404', async () => {
    front.answers = { '/there-is-no-such-page': [200, ''] };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: 'an unknown address was answered 200',
    });
  });

  test('are wrong when an unknown address has another page than the build’s', async () => {
    front.answers = { '/there-is-no-such-page': [404, ''] };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: 'an unknown address was answered without our page',
    });
  });

  test('are wrong when browsers may keep the answer about a missing file', async () => {
    front.answers = {
      '/assets/there-is-no-such-file.js': [404, '', { 'cache-control': 'max-age=31536000' }],
    };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: 'browsers may keep the answer that a file is missing',
    });
  });

  test('are ok when a host leads from a page’s file to its address', async () => {
    const rules = parseHeaderRules(readFileSync(path.join(dist, '_headers'), 'utf8'));
    front.answers = {
      '/404.html': [307, '', { location: '/404' }],
      '/index.html': [307, '', { location: '/' }],
      '/404': [200, '', headersAt(rules, '/404')],
    };
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('are wrong when a page’s file leads elsewhere', async () => {
    front.answers = { '/index.html': [307, '', { location: '/booking/' }] };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('/index.html: leads elsewhere than to /'),
    });
  });

  test('are not checked without a build', async () => {
    expect((await lineOf('headers', {}, { dist: path.join(folder, 'none') })).state).toBe(
      'not checked',
    );
  });
});

describe('browser errors', () => {
  const check = (more: Record<string, string> = {}) => lineOf('browser errors', more);
  const report = async (times: number) => {
    const { error } = await clientOf(server.url).rpc('count_browser_errors', {
      _release: 'index-1',
      _errors: [
        { hash: '0123456789abcdef', kind: 'TypeError', place: '/assets/index-1.js:1:2', times },
      ],
    });
    if (error) throw error;
  };
  afterAll(() => query('delete from public.browser_errors'));

  test('are ok while there are none or few, and wrong when there are many, with the most frequent one', async () => {
    expect(await check()).toMatchObject({ state: 'ok', found: 'none since yesterday' });
    await report(19);
    const found = expect.stringMatching(/^19 since yesterday, of 1 kinds?; most often TypeError/);
    expect(await check()).toMatchObject({ state: 'ok', found });
    await report(1);
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('/assets/index-1.js:1:2'),
      remedy: expect.stringContaining('from public.browser_errors'),
    });
  });

  test('of the day before yesterday are not counted', async () => {
    await query(`update public.browser_errors set day = day - 2`);
    expect(await check()).toMatchObject({ state: 'ok', found: 'none since yesterday' });
  });

  test('are not checked without the secret key', async () => {
    expect((await check({ SUPABASE_SECRET_KEY: '' })).state).toBe('not checked');
  });
});

describe('the facts of the company', () => {
  test('are ok without a sample, and each sample is named', async () => {
    expect(await lineFor('facts', [])).toMatchObject({ state: 'ok' });
    expect(await lineFor('facts', ['phone', 'dataProtection.controller'])).toMatchObject({
      state: 'missing',
      found: '2 are samples: phone, dataProtection.controller',
    });
  });

  test('name the company and the controller, or the empty ones are named', async () => {
    const identity = checkOf('legal identity').ask(hosted() as Project) as object;
    expect(await lineFor('legal identity', identity)).toMatchObject({ state: 'ok' });
    const empty = { ...identity, 'company number': '', 'controller’s address': ' ' };
    expect(await lineFor('legal identity', empty)).toMatchObject({
      state: 'missing',
      found: 'empty: company number, controller’s address',
    });
  });
});

describe('backups', () => {
  const NOW = Date.parse('2026-12-03T04:00:00Z');
  test.each([
    [null, 'not checked'],
    ['2026-12-02T03:41:00+00:00', 'ok'],
    ['2026-12-01T03:41:00+00:00', 'wrong'],
  ])('of which the last was made at %s are %s', async (last, state) => {
    const parts = { now: NOW };
    expect(await lineAt('backups', { last_backup: last }, parts)).toMatchObject({ state });
  });
});

describe('a known line', () => {
  const AT = '2026-12-01T08:00:00.000Z';
  const known = { mail: { until: '2026-12-31', at: AT } };

  test('that is missing or wrong fails no check, and says until when', () => {
    const lines = markKnown([named(wrong('failed'), 'mail'), named(missing(''), 'facts')], known);
    expect(lines).toMatchObject([
      { state: 'known', found: 'until 2026-12-31: failed' },
      { state: 'missing' },
    ]);
    expect([exitCode(lines.slice(0, 1)), exitCode(lines)]).toEqual([0, 1]);
  });

  test('that is ok stays ok', () => {
    expect(markKnown([named(ok(''), 'mail')], known)).toMatchObject([{ state: 'ok' }]);
  });

  test('counts when something failed since', () => {
    for (const [latest, state] of [
      ['2026-12-01T07:59:59+00:00', 'known'],
      ['2026-12-01T08:00:01+00:00', 'wrong'],
    ] as const)
      expect(markKnown([named(wrong('', '', latest), 'mail')], known)).toMatchObject([{ state }]);
  });

  test('is stored by the command until its day, and taken back', async () => {
    const run = (...args: string[]) => runCommand('deploy-check', args, environment(), folder);
    const line = (state: string) => new RegExp(`^${state} +schedule +`, 'm');
    const year = new Date().getFullYear() + 1;
    expect((await run('known', 'schedule', `${year}-01-02`)).output).toMatch(
      new RegExp(`^known +schedule +until ${year}-01-02: not scheduled`, 'm'),
    );
    expect((await run()).output).toMatch(line('known'));
    await query(`update private.known_lines set until = private.london_today() - 1`);
    expect((await run()).output).toMatch(line('missing'));
    await query(`update private.known_lines set until = private.london_today()`);
    expect((await run()).output).toMatch(line('known'));
    expect((await run('known', 'schedule')).output).toMatch(line('missing'));
    expect(await query('select from private.known_lines')).toEqual([]);
  });

  test.each([
    [['known'], 'npm run deploy:check -- known LINE'],
    [['known', 'fact', '2099-01-01'], 'at most a year away'],
    [['known', 'facts', '2020-01-01'], 'must be a day from today on'],
    [['known', 'facts', 'tomorrow'], 'must be a day'],
    [['known', 'fact'], 'There is no line "fact". The lines are: variables, publishable key, '],
  ])('of %j is refused with the cause', async (args, text) => {
    expect(await runCommand('deploy-check', args, environment(), folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining(text),
    });
  });
});

describe('the epoch', () => {
  const check = () => lineOf('epoch');

  test('is ok on the server on which it began', async () => {
    expect((await check()).state).toBe('ok');
  });

  test('is wrong after a restored backup, until a new one begins', async () => {
    await query(`update private.sync_epoch set server = 'another'`);
    expect(await check()).toMatchObject({
      state: 'wrong',
      remedy: expect.stringContaining('npm run restored'),
    });
    await query('select public.begin_epoch()');
    expect((await check()).state).toBe('ok');
  });

  test('is wrong when rows have revisions that would be handed out again', async () => {
    await query(`select setval('private.revision', 1)`);
    expect(await check()).toMatchObject({
      state: 'wrong',
      remedy: expect.stringContaining('setval'),
    });
    await query(`select setval('private.revision', 6000)`);
  });

  test('is wrong when there is none', async () => {
    await query('delete from private.sync_epoch');
    expect(await check()).toMatchObject({ state: 'wrong' });
    await query('insert into private.sync_epoch default values');
  });
});

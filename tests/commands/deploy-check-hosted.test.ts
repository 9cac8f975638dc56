import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { COMPANY } from '../../src/site/content/company.ts';
import { sampleFacts } from '../../src/site/content/sample-facts.ts';
import { createProjectApi } from '../../supabase/functions/_shared/project-api.ts';
import { createPushKeyHandler } from '../../supabase/functions/push-key/handler.ts';
import { createHandler } from '../../supabase/functions/remove-unclaimed-resumes/handler.ts';
import { checkAll } from '../../supabase/commands/deploy-check/check-all.ts';
import { findTarget, readProject } from '../../supabase/commands/deploy-check/project.ts';
import {
  createAlertFunction,
  createMailEvents,
} from '../../supabase/local/server/deployed-functions.ts';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { mintVapidKeys } from '../../supabase/local/vapid-keys.ts';
import { writeSite } from '../backend/support/write-site.ts';
import { startHostedProject, type HostedProject } from '../support/postgres/hosted-project.ts';
import type { Template } from '../support/postgres/template.ts';
import { aBooking } from '../support/records.ts';

/** The repository has a placeholder company; an owner's has real facts. */
const FACTS = sampleFacts().length > 0 ? 'missing' : 'ok';

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-check-hosted-'));
const dist = path.join(folder, 'dist');
let project: HostedProject;
let site: Listening;

beforeAll(async () => {
  project = await startHostedProject(inject('template') as Template);
  site = await listen(siteListener(dist), {
    host: '127.0.0.1',
    port: 0,
    variable: 'PORT',
  });
  await writeSite(dist, site.url, project.url);
});
afterAll(async () => {
  await site.close();
  await project.close();
  rmSync(folder, { recursive: true, force: true });
});

const check = async () => {
  const target = findTarget(parseEnv({ ...project.env, SITE_URL: site.url }));
  return checkAll(await readProject(target, dist));
};
const stateOf = async () =>
  Object.fromEntries((await check()).map(({ name, state }) => [name, state]));

/** Follows the guide's steps 3, 4, 5 and 7 in a project. */
async function followGuide() {
  project.siteUrl = site.url;
  const { mail } = parseEnv({
    RESEND_API_KEY: 're_test',
    RESEND_WEBHOOK_SECRET: 'whsec_dGVzdHM=',
    MAIL_TO: 'office@cartside.test',
    MAIL_FROM: `${COMPANY.name} <website@cartside.test>`,
  });
  const vapid = mintVapidKeys();
  const api = createProjectApi({
    url: project.url,
    secretKey: project.env.SUPABASE_SECRET_KEY,
    fetch,
  });
  const { answer } = createAlertFunction({
    project: api,
    mail,
    vapid,
    inbox: { host: '127.0.0.1', port: 9 },
    site: () => site.url,
  });
  for (const [name, handle] of [
    ['send-form-email', answer],
    ['remove-unclaimed-resumes', createHandler(api)],
    ['push-key', async (request: Request) => createPushKeyHandler(vapid)(request)],
    ...createMailEvents(api, mail),
  ] as const)
    project.functions.set(name, handle);

  await project.query(`
    create schema cron; create schema vault;
    create table cron.job as select unnest(array['forget-addresses', 'make-visits', 'remove-expired', 'remove-unclaimed-resumes', 'send-alerts']) as jobname;
    create table vault.decrypted_secrets as select 'project_url' as name, '${project.url}' as decrypted_secret;
    grant usage on schema cron, vault to public;
    grant select on cron.job, vault.decrypted_secrets to public;
    select public.set_retention('bookings', 24), public.set_retention('contact_messages', 12), public.set_retention('job_applications', 6);
    select public.remove_expired(200);
    select private.note_run('send-alerts');
    update private.flood_settings set client_ip_header = 'cf-connecting-ip', trusted_proxy_hops = 1;
    with account as (
      insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'owner@example.com', now()) returning id
    ) insert into private.user_roles select id, 'admin' from account`);
}

test('a project with only the migrations lacks functions, schedule and administrator, each with its remedy', async () => {
  const lines = await check();
  const bad = lines.filter(({ state }) => state === 'missing' || state === 'wrong');
  expect(bad.map(({ name }) => name)).toEqual([
    'client’s address',
    'email links',
    'administrator',
    'send-form-email',
    'remove-unclaimed-resumes',
    'schedule',
    'heartbeat',
    'retention',
    ...(FACTS === 'missing' ? ['facts'] : []),
  ]);
  for (const { name, remedy } of bad) expect(remedy, name).toMatch(/\S/);
});

test('a project set up by the guide is ok in every line that can be checked', async () => {
  await followGuide();
  await fetch(`${project.url}/functions/v1/send-form-email?by=schedule`);
  const booking = aBooking();
  const columns = Object.keys(booking).join(', ');
  await project.query(
    `insert into public.bookings (${columns}) select ${columns} from json_populate_record(null::public.bookings, $1)`,
    [JSON.stringify(booking)],
  );
  await project.query(`update public.alerts set state = 'sent', sent_at = now()`);

  expect(await stateOf()).toEqual({
    variables: 'ok',
    'publishable key': 'ok',
    'secret key': 'ok',
    migrations: 'ok',
    'client’s address': 'ok',
    'sign-up': 'ok',
    'email links': 'ok',
    administrator: 'ok',
    // The owner sets it up in the portal.
    'second factor': 'not checked',
    'send-form-email': 'ok',
    'remove-unclaimed-resumes': 'ok',
    'mail-events': 'ok',
    'push-key': 'ok',
    schedule: 'ok',
    heartbeat: 'ok',
    'regular visits': 'ok',
    retention: 'ok',
    // A function's secrets are not readable.
    'mail addresses': 'not checked',
    'mail sender': 'ok',
    // The provider tells it to a key with full access.
    'mail tracking': 'not checked',
    mail: 'ok',
    // The function has not told the database of MAIL_DAILY_LIMIT.
    'mails of the day': 'not checked',
    alarms: 'ok',
    receipts: 'ok',
    reminders: 'ok',
    // A new site has no history.
    bookings: 'not checked',
    site: 'ok',
    policy: 'ok',
    certificate: 'not checked',
    headers: 'ok',
    'browser errors': 'ok',
    facts: FACTS,
    'legal identity': 'ok',
    epoch: 'ok',
    // A copy in another place cannot be found from here.
    backups: 'not checked',
  });
});

describe('a heartbeat', () => {
  const lineNow = async () => (await check()).find(({ name }) => name === 'heartbeat');
  const watch = async () => (await fetch(`${project.url}/functions/v1/send-form-email`)).status;
  const age = (job: string) =>
    project.query(
      `update private.last_runs set at = now() - interval '16 minutes' where job = $1`,
      [job],
    );
  beforeEach(async () => {
    await project.query('delete from private.last_runs');
    for (const job of ['send-alerts', 'answer-schedule', 'answer-watcher'])
      await project.query('select private.note_run($1)', [job]);
  });

  test('names the watcher from outside, or that there is none', async () => {
    expect(await lineNow()).toMatchObject({
      state: 'ok',
      found: 'cron, network, disk and function work; a watcher asked 0 minutes ago',
    });
    await project.query(`delete from private.last_runs where job = 'answer-watcher'`);
    expect(await lineNow()).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('no watcher from outside asked'),
    });
  });

  test('of a read-only database is wrong for its disk, and a watcher is answered 503', async () => {
    expect(await watch()).toBe(200);
    const name = new URL(project.env.SUPABASE_DB_URL).pathname.slice(1);
    await project.query(`alter database ${name} set default_transaction_read_only = on`);
    expect(await watch()).toBe(503);
    expect(await lineNow()).toMatchObject({
      state: 'wrong',
      found: expect.stringMatching(/^disk: the database is read-only/),
    });
    await project.query(
      `begin read write; alter database ${name} reset default_transaction_read_only; commit`,
    );
    expect(await watch()).toBe(200);
    expect(await lineNow()).toMatchObject({ state: 'ok' });
  });

  test('that cannot be stored is wrong for the disk, and a watcher is answered 503', async () => {
    await project.query(`
      delete from private.last_runs where job = 'answer-watcher';
      create function private.fill() returns trigger language plpgsql as
        $$ begin raise disk_full; end $$;
      create trigger fill before insert or update on private.last_runs execute function private.fill()`);
    expect(await watch()).toBe(503);
    expect(await lineNow()).toMatchObject({
      state: 'wrong',
      found: 'disk: send-form-email runs, and its heartbeat was stored never',
    });
    await project.query('drop function private.fill cascade');
  });

  test.each([
    [
      'send-alerts',
      'cron: the last round of send-alerts was 16 minutes ago',
      'cron.job_run_details',
    ],
    [
      'answer-schedule',
      'network: cron runs, and its last call that send-form-email answered was 16 minutes ago',
      'net._http_response',
    ],
  ])('of %s that is late is wrong for its cause', async (job, found, remedy) => {
    await age(job);
    expect(await lineNow()).toMatchObject({
      state: 'wrong',
      found,
      remedy: expect.stringContaining(remedy),
    });
  });

  test('without a function is wrong for the function', async () => {
    const function_ = project.functions.get('send-form-email');
    project.functions.delete('send-form-email');
    expect(await lineNow()).toMatchObject({
      state: 'wrong',
      found: 'function: a watcher’s call of send-form-email was answered 404',
    });
    if (function_) project.functions.set('send-form-email', function_);
  });
});

test('an alarm of the last 30 days is named until it is known', async () => {
  const lineNow = async () => (await check()).find(({ name }) => name === 'alarms');
  const raise = (target: string, ago: string) =>
    project.query(
      'insert into public.flood_alarms (target, submissions, created_at) values ($1, 101, now() - $2::interval)',
      [target, ago],
    );
  await raise('receipts', '3 days');
  await raise('bookings', '31 days');
  expect(await lineNow()).toMatchObject({
    state: 'wrong',
    found: expect.stringMatching(/^raised in the last 30 days, .*: receipts$/),
  });
  await project.query(`select public.set_known('alarms', current_date + 30)`);
  expect(await lineNow()).toMatchObject({ state: 'known' });
  await raise('receipts', '-1 seconds');
  expect(await lineNow()).toMatchObject({ state: 'wrong' });
  await project.query('delete from public.flood_alarms; delete from private.known_lines');
});

test('the releases that the site serves are noted, and errors of an invented one are not counted', async () => {
  const page = (script: string) =>
    `<!doctype html><script type="module" src="/assets/${script}.js"></script>`;
  writeFileSync(path.join(dist, 'index.html'), page('index-Bk6ZYEo'));
  writeFileSync(path.join(dist, 'admin/index.html'), page('portal-dqL7ilW'));
  await check();
  const report = (release: string) =>
    project.query('select public.count_browser_errors($1, $2)', [
      release,
      JSON.stringify([{ hash: '0123456789abcdef', kind: 'Error', place: 'page', times: 1 }]),
    ]);
  for (const release of ['index-Bk6ZYEo', 'portal-dqL7ilW', 'invented']) await report(release);
  expect(await project.query('select release from public.browser_errors order by release')).toEqual(
    [{ release: 'index-Bk6ZYEo' }, { release: 'portal-dqL7ilW' }],
  );
});

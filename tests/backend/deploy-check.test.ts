import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from 'bcryptjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeHostFiles } from '../../build/host-files.ts';
import { keyHeaders } from '../../supabase/functions/_shared/project-api.ts';
import {
  checkAdministrator,
  checkBackups,
  checkEpoch,
  checkMigrations,
  checkSchedule,
  checkSignUp,
} from '../../supabase/commands/deploy-check/check-database.ts';
import {
  checkPublishableKey,
  checkSecretKey,
  checkVariables,
} from '../../supabase/commands/deploy-check/check-keys.ts';
import {
  checkAlertFunction,
  checkMailEvents,
  checkMailSent,
  checkMailSettings,
  checkReceipts,
  checkResumeFunction,
} from '../../supabase/commands/deploy-check/check-mail.ts';
import { checkPush } from '../../supabase/commands/deploy-check/check-push.ts';
import { checkFacts, checkIdentity } from '../../supabase/commands/deploy-check/check-facts.ts';
import { checkSender } from '../../supabase/commands/deploy-check/check-sender.ts';
import {
  checkBrowserErrors,
  checkHeaders,
  checkSite,
} from '../../supabase/commands/deploy-check/check-site.ts';
import {
  exitCode,
  formatTable,
  missing,
  ok,
  unchecked,
  wrong,
} from '../../supabase/commands/deploy-check/check-table.ts';
import {
  askState,
  findTarget,
  stateOf,
  type DeployState,
  type Target,
} from '../../supabase/commands/deploy-check/target.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { completeIn } from '../../supabase/local/database/open-database.ts';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { aBooking } from '../support/records.ts';
import { writeSite } from './support/write-site.ts';
import { clientOf } from './support/client.ts';
import { startFront } from './support/front.ts';
import { ADMIN } from './support/people.ts';
import { runCommand } from './support/run-command.ts';
import { secretKeyOf } from './support/users.ts';

const PASSWORD = 'not-the-one-in-the-readme';
const VISITOR = '81.2.69.142';
const PROXY = '10.0.0.7';

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-check-'));
const dataDir = path.join(folder, 'data');
const dist = path.join(folder, 'dist');
const local = {
  PORT: '0',
  INBOX_PORT: '0',
  DATA_DIR: dataDir,
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: PASSWORD,
};

let server: Server;
let front: Awaited<ReturnType<typeof startFront>>;

async function start(more: Record<string, string> = {}) {
  server = await startServer(parseEnv({ ...local, ...more }), siteListener(dist));
}
async function restart(more: Record<string, string> = {}) {
  await server.close();
  await start(more);
}

beforeAll(async () => {
  front = await startFront(() => server.url);
  await writeSite(dist, front.url);
  await start();
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

/** The embedded backend behind the front. */
const embedded = (more: Record<string, string> = {}) =>
  findTarget(parseEnv({ ...local, SITE_URL: front.url, ...more }));

/** The same backend as the environment's hosted project. */
const hosted = (more: Record<string, string> = {}) =>
  findTarget(
    parseEnv({
      SITE_URL: front.url,
      VITE_SUPABASE_URL: front.url,
      VITE_SUPABASE_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY: secretKeyOf(dataDir),
      ...more,
    }),
  );

const asked = (target: Target) => askState(target, target.url, keyHeaders(target.secretKey ?? ''));
async function stateNow(target: Target): Promise<DeployState> {
  const state = stateOf(await asked(target));
  if (state === null) throw new Error('The database did not tell its state');
  return state;
}

describe('the command', () => {
  test('prints a line for each check, without secrets and personal addresses, and exits with the code of the worst', async () => {
    const { code, output } = await runCommand(
      'deploy-check',
      [],
      { ...local, SITE_URL: front.url },
      folder,
    );
    expect(output).toMatch(/^ok +migrations +all \d+ are applied$/m);
    expect(output).toMatch(/^missing +mail addresses/m);
    expect(output).toMatch(/^missing +facts +\d+ are samples: name, /m);
    expect(output).toMatch(/\d+ ok, \d+ not checked, 2 missing, \d+ wrong\n$/);
    expect(code).toBeGreaterThanOrEqual(1);
    expect(output).not.toContain(secretKeyOf(dataDir));
    expect(output).not.toMatch(/@|\b\d+\.\d+\.\d+\.\d+\b(?!:)/);
  });

  test('takes no arguments', async () => {
    expect(await runCommand('deploy-check', ['now'], local, folder)).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run deploy:check'),
    });
  });

  test.each([
    [
      'a folder that nobody serves',
      { DATA_DIR: path.join(tmpdir(), 'there-is-none') },
      'There is no database in',
    ],
    ['a variable that is none', { ...local, SITE_URL: 'example' }, 'SITE_URL must be an address'],
    [
      'a site without TLS',
      { ...local, SITE_URL: 'http://www.example.com' },
      'SITE_URL must begin with https://',
    ],
  ])('calls the variables wrong for %s', async (_name, env, text) => {
    const { code, output } = await runCommand(
      'deploy-check',
      [],
      env as Record<string, string>,
      folder,
    );
    expect([code, output]).toEqual([
      2,
      expect.stringMatching(new RegExp(`^wrong +variables +.*${text}`)),
    ]);
  });
});

test('an unknown state is never called ok, and does not fail', () => {
  expect(exitCode([ok('a', ''), unchecked('b', '')])).toBe(0);
  expect(exitCode([ok('a', ''), missing('b', '', ''), unchecked('c', '')])).toBe(1);
  expect(exitCode([wrong('a', '', ''), missing('b', '', '')])).toBe(2);
  expect(formatTable([ok('a', 'there'), wrong('bc', 'gone', 'one\ntwo')])).toBe(
    [
      'ok           a   there',
      'wrong        bc  gone',
      `${' '.repeat(17)}→ one`,
      `${' '.repeat(17)}→ two`,
      '',
      '1 ok, 0 not checked, 0 missing, 1 wrong',
    ].join('\n'),
  );
});

describe('variables', () => {
  test('are complete, or the missing ones are named', async () => {
    expect(checkVariables(await hosted()).state).toBe('ok');
    const lacking = await hosted({ SITE_URL: '', SUPABASE_SECRET_KEY: '' });
    expect(checkVariables(lacking)).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('SITE_URL and SUPABASE_SECRET_KEY'),
    });
    expect(checkVariables(await embedded({ SITE_URL: '' })).state).toBe('not checked');
  });

  test('a project without TLS is wrong', async () => {
    expect(
      checkVariables(await hosted({ VITE_SUPABASE_URL: 'http://project.example.com' })).state,
    ).toBe('wrong');
  });
});

describe('keys', () => {
  test('that the project accepts are ok', async () => {
    const target = await hosted();
    expect(await checkPublishableKey(target)).toMatchObject({ state: 'ok' });
    expect(checkSecretKey(target, await asked(target))).toMatchObject({ state: 'ok' });
  });

  test('that it does not know, or that are swapped, are wrong', async () => {
    const strange = await hosted({
      VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
      SUPABASE_SECRET_KEY: 'sb_secret_x',
    });
    expect(await checkPublishableKey(strange)).toMatchObject({
      state: 'wrong',
      found: 'the project does not know it',
    });
    expect(checkSecretKey(strange, await asked(strange))).toMatchObject({
      state: 'wrong',
      found: 'the project does not know it',
    });
    const old = `e30.${Buffer.from('{"role":"service_role"}').toString('base64url')}.x`;
    for (const key of [secretKeyOf(dataDir), old]) {
      const swapped = await hosted({
        VITE_SUPABASE_PUBLISHABLE_KEY: key,
        SUPABASE_SECRET_KEY: LOCAL_PUBLISHABLE_KEY,
      });
      expect(await checkPublishableKey(swapped)).toMatchObject({
        state: 'wrong',
        found: expect.stringContaining('browsers would get it'),
      });
      expect(checkSecretKey(swapped, await asked(swapped))).toMatchObject({
        state: 'wrong',
        found: 'it is not a secret one',
      });
    }
  });

  test('of a project that does not answer are not reported as ok', async () => {
    const target = await hosted({ VITE_SUPABASE_URL: 'http://127.0.0.1:9' });
    expect((await checkPublishableKey(target)).state).toBe('wrong');
    expect(checkSecretKey(target, await asked(target)).state).toBe('not checked');
  });
});

describe('migrations', () => {
  const check = async () => {
    const target = await hosted();
    const answer = await asked(target);
    return checkMigrations(target, stateOf(answer), answer);
  };
  const VERSION = '20261125000700';

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
      mend: 'npx supabase db push --linked',
    });
    await query(
      `update supabase_migrations.schema_migrations set version = '${VERSION}' where version = '0'`,
    );
  });

  test('are missing in a database without the report’s function', async () => {
    await query('alter function public.deploy_state(text) rename to another');
    expect(await check()).toMatchObject({ state: 'missing' });
    await query('alter function public.another(text) rename to deploy_state');
  });

  test('are wrong when the database is ahead', async () => {
    await query(
      `insert into supabase_migrations.schema_migrations (version) values ('20991231000000')`,
    );
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('20991231000000'),
    });
    await query(
      `delete from supabase_migrations.schema_migrations where version = '20991231000000'`,
    );
  });
});

describe('the client’s address, behind a proxy', () => {
  afterEach(() => restart());
  const check = async () => checkSender(await embedded());

  test('is ok when the visitor’s is counted, and needs the front’s address', async () => {
    await restart({ TRUSTED_PROXY_HOPS: '1' });
    front.writes = { 'x-forwarded-for': VISITOR };
    expect(await check()).toMatchObject({ state: 'ok' });
    expect(await checkSender(await embedded({ SITE_URL: '' }))).toMatchObject({
      state: 'not checked',
    });
  });

  test('is wrong when the proxy’s is counted, with the number of proxies', async () => {
    front.writes = { 'x-forwarded-for': VISITOR };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('counts a proxy'),
      mend: expect.stringContaining('TRUSTED_PROXY_HOPS=1'),
    });
    await restart({ TRUSTED_PROXY_HOPS: '1' });
    front.writes = { 'x-forwarded-for': `${VISITOR}, ${PROXY}` };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('counts a proxy'),
      mend: expect.stringContaining('TRUSTED_PROXY_HOPS=2'),
    });
  });

  test('is wrong when a visitor can choose it', async () => {
    await restart({ TRUSTED_PROXY_HOPS: '2' });
    front.writes = { 'x-forwarded-for': VISITOR };
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('what a visitor claims'),
      mend: expect.stringContaining('TRUSTED_PROXY_HOPS=1'),
    });
  });

  test('is wrong when a remote proxy forwards none', async () => {
    const target = {
      ...(await embedded()),
      front: front.url.replace('127.0.0.1', 'localhost.localdomain.invalid'),
    };
    expect(await checkSender(target)).toMatchObject({ state: 'not checked' });
    const through = { ...target, front: server.url.replace('127.0.0.1', '0.0.0.0') };
    expect(await checkSender(through)).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('hands on no address'),
    });
  });
});

describe('the client’s address, of a hosted project', () => {
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
  const check = async () => checkSender(await hosted());

  test('is ok when the platform’s header is counted', async () => {
    await settings('cf-connecting-ip', 1);
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('is wrong when requests from the server’s own machine are exempt', async () => {
    await settings('cf-connecting-ip', 1);
    await loopback('exempt');
    expect(await check()).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining("set loopback = 'on'"),
    });
    await loopback('on');
    expect(await check()).toMatchObject({ state: 'ok' });
  });

  test('is wrong when another or none is counted, with the statement that corrects it', async () => {
    const mend = expect.stringContaining(
      `client_ip_header = 'cf-connecting-ip', trusted_proxy_hops = 1;`,
    );
    expect(await check()).toMatchObject({ state: 'wrong', mend });
    await settings('x-none', 1);
    expect(await check()).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('one sender'),
      mend,
    });
  });
});

describe('sign-up', () => {
  const check = async () => checkSignUp(await hosted());
  const settings = (more: object) => {
    front.answers = {
      '/auth/v1/settings': [200, { disable_signup: true, external: { email: true }, ...more }],
    };
  };

  test('is ok when it is closed', async () => {
    expect((await check()).state).toBe('ok');
    expect((await checkSignUp(await embedded())).state).toBe('ok');
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

describe('the first administrator', () => {
  const check = async (target: Target) => checkAdministrator(target, await stateNow(target));

  test('is ok when a user with the role can sign in', async () => {
    expect(await check(await hosted())).toMatchObject({ state: 'ok', found: '1 with the role' });
  });

  test('is missing when no user has the role, or none of them confirmed the address', async () => {
    await query('update auth.users set email_confirmed_at = null');
    expect(await check(await hosted())).toMatchObject({
      state: 'missing',
      found: 'no account that can sign in has the role; accounts: 1',
      mend: 'npm run admin -- add EMAIL',
    });
    await query('update auth.users set email_confirmed_at = now()');
    await query('create table private.kept_roles as select * from private.user_roles');
    await query('delete from private.user_roles');
    expect(await check(await hosted())).toMatchObject({ state: 'missing' });
    await query('insert into private.user_roles select * from private.kept_roles');
    await query('drop table private.kept_roles');
  });

  test('is missing without any account, and the line says so', async () => {
    const none = { ...(await stateNow(await hosted())), administrators: 0, accounts: 0 };
    expect(await checkAdministrator(await hosted(), none)).toMatchObject({
      state: 'missing',
      found: 'there is no account: nobody can open the portal',
    });
  });

  test('is wrong with the published password', async () => {
    const change = (password: string) =>
      hash(password, 4).then((hashed) =>
        query(`update auth.users set encrypted_password = '${hashed}'`),
      );
    await change('local-admin-password');
    expect(await check(await embedded())).toMatchObject({ state: 'wrong' });
    // ADMIN_EMAIL was set after a first start without it, so the first administrator still exists.
    const another = { ADMIN_EMAIL: 'boss@cleaning.test' };
    await restart(another);
    const line = await check(await embedded(another));
    expect(line).toMatchObject({
      state: 'wrong',
      found: '1 of 2 has the published default password',
    });
    expect(JSON.stringify(line)).not.toContain('@');
    await query(`delete from auth.users where email = 'boss@cleaning.test'`);
    await restart();
    await change(PASSWORD);
    expect(await check(await embedded())).toMatchObject({ state: 'ok' });
  });

  test('is not reported as ok when the sign-in does not answer', async () => {
    const target = { ...(await embedded()), url: front.url };
    front.answers = { '/auth/v1/token': [429, {}] };
    expect(await check(target)).toMatchObject({ state: 'not checked' });
  });
});

describe('the functions', () => {
  const check = async () => checkAlertFunction(await hosted());
  const answer = (status: number, body: unknown = {}) => {
    front.answers = {
      '/functions/v1/send-form-email': [status, body],
      '/functions/v1/remove-unclaimed-resumes': [status, body],
    };
  };

  test('are ok when they run', async () => {
    expect(await check()).toMatchObject({ state: 'ok' });
    expect(await checkAlertFunction(await embedded())).toMatchObject({ state: 'ok' });
    answer(405);
    expect(await checkResumeFunction(await hosted())).toMatchObject({ state: 'ok' });
  });

  test.each([
    [404, 'missing', 'functions deploy'],
    [401, 'wrong', 'verify_jwt'],
    [502, 'wrong', 'change of keys'],
    [503, 'wrong', 'secrets set --env-file'],
    [500, 'wrong', 'functions deploy'],
  ])('that answer %i are %s', async (status, state, mend) => {
    answer(status, { code: 'NOT_FOUND', message: 'Requested function was not found' });
    expect(await check()).toMatchObject({ state, mend: expect.stringContaining(mend) });
    expect((await checkResumeFunction(await hosted())).state).toBe(
      status === 404 ? 'missing' : 'wrong',
    );
  });
});

describe('the function with the public key of web push', () => {
  const check = async (status: number, body: unknown = {}) => {
    front.answers = { '/functions/v1/push-key': [status, body] };
    return checkPush(await hosted());
  };

  test('is ok with a key, also in this process', async () => {
    expect(await check(200, { key: 'B' })).toMatchObject({ state: 'ok' });
    expect(await checkPush(await embedded())).toMatchObject({ state: 'ok' });
  });

  test.each([
    [404, {}, 'missing', 'functions deploy push-key'],
    [200, { key: null }, 'missing', 'npm run -s push-keys'],
    [401, {}, 'wrong', 'verify_jwt'],
    [500, {}, 'wrong', 'functions deploy push-key'],
  ])('that answers %i with %o is %s', async (status, body, state, mend) => {
    expect(await check(status, body)).toMatchObject({
      state,
      mend: expect.stringContaining(mend),
    });
  });
});

describe('the function for reports of bounces', () => {
  const signed = [401, { error: 'The signature is wrong.' }] as const;
  const check = async (status: number, body: unknown = {}) => {
    front.answers = { '/functions/v1/mail-events': [status, body] };
    return checkMailEvents(await hosted());
  };

  test('is ok when it requires a signature, also in this process', async () => {
    expect(await check(...signed)).toMatchObject({ state: 'ok' });
    const provider = {
      RESEND_API_KEY: 're_test',
      RESEND_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    };
    expect(await checkMailEvents(await embedded(provider))).toMatchObject({
      state: 'missing',
      mend: expect.stringContaining('start the server again'),
    });
    await restart(provider);
    expect(await checkMailEvents(await embedded(provider))).toMatchObject({ state: 'ok' });
    await restart();
    expect(await checkMailEvents(await embedded())).toMatchObject({ state: 'not checked' });
  });

  test.each([
    [404, 'missing', 'RESEND_WEBHOOK_SECRET'],
    [401, 'wrong', 'verify_jwt'],
    [503, 'wrong', 'RESEND_WEBHOOK_SECRET'],
  ])('that answers %i is %s', async (status, state, mend) => {
    expect(await check(status)).toMatchObject({ state, mend: expect.stringContaining(mend) });
  });
});

describe('backups', () => {
  test('are checked for a daily one, but not for a copy in another place', async () => {
    expect(await checkBackups(await hosted())).toMatchObject({ state: 'not checked' });
    expect(await checkBackups(await embedded())).toMatchObject({
      state: 'not checked',
      found: expect.stringContaining('one is made each day'),
    });
    expect(await checkBackups(await embedded({ BACKUPS_KEPT: '0' }))).toMatchObject({
      state: 'missing',
    });
    const complete = completeIn(dataDir);
    const threeDaysAgo = Date.now() / 1000 - 3 * 24 * 60 * 60;
    utimesSync(complete, threeDaysAgo, threeDaysAgo);
    // Health results are cached for five seconds.
    await expect.poll(async () => (await checkBackups(await embedded())).state).toBe('wrong');
  });
});

describe('the schedule', () => {
  const check = async () => {
    const target = await hosted();
    return checkSchedule(target, await stateNow(target));
  };
  afterAll(() => query('drop schema if exists cron, vault cascade'));

  test('is missing without jobs and without the project’s address, and ok with both', async () => {
    expect(await check()).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('send-alerts'),
    });
    await query('create schema cron');
    await query(
      `create table cron.job as select unnest(array['forget-addresses', 'remove-unclaimed-resumes', 'send-alerts']) as jobname`,
    );
    await query('create schema vault');
    await query(
      `create table vault.decrypted_secrets as select 'project_url' as name, 'https://another.example.com' as decrypted_secret`,
    );
    expect(await check()).toMatchObject({
      state: 'missing',
      mend: expect.stringContaining('vault.create_secret'),
    });
    await query(`update vault.decrypted_secrets set decrypted_secret = '${front.url}'`);
    expect(await check()).toMatchObject({ state: 'ok' });
  });
});

describe('mail', () => {
  const sent = async () => {
    const target = await hosted();
    return checkMailSent(await stateNow(target));
  };

  test('was never sent, failed, or was sent', async () => {
    expect((await sent()).state).toBe('not checked');
    const { error } = await clientOf(server.url).from('bookings').insert(aBooking());
    if (error) throw error;
    await query(`update public.alerts set state = 'failed', attempts = 1, claimed_at = now()`);
    expect(await sent()).toMatchObject({
      state: 'wrong',
      found: '1 of the last two days could not be sent',
    });
    await query(`update public.alerts set state = 'sent', sent_at = now()`);
    expect(await sent()).toMatchObject({ state: 'ok' });
  });

  test('needs real addresses, and a provider that can be reached', async () => {
    const settings = async (more: Record<string, string>) =>
      checkMailSettings(await embedded(more));
    const provider = {
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: '2525',
      MAIL_TO: 'office@cleaning.test',
      MAIL_FROM: 'website@cleaning.test',
    };
    expect(await settings({})).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('inbox on this machine'),
    });
    expect(await settings({ ...provider, MAIL_FROM: 'website@example.com' })).toMatchObject({
      state: 'missing',
      found: expect.stringContaining('MAIL_FROM'),
    });
    expect(await settings(provider)).toMatchObject({ state: 'ok' });
    await restart({ ...provider, SMTP_PORT: '9' });
    expect(await settings(provider)).toMatchObject({ state: 'wrong' });
    await restart();
    expect((await checkMailSettings(await hosted())).state).toBe('not checked');
  });
});

describe('receipts', () => {
  const check = async () => checkReceipts(await hosted());
  const answers = (receipts: string, counts: unknown = {}, events: unknown = {}) => {
    front.answers = {
      '/functions/v1/send-form-email': [404, {}, { 'x-receipts': receipts }],
      '/functions/v1/mail-events': [401, events],
      '/rest/v1/rpc/receipt_counts': [200, counts],
    };
  };
  const signed = { error: 'The signature is wrong.' };

  test('are off or on, as the function says, also in this process', async () => {
    expect(await checkReceipts(await embedded())).toMatchObject({
      state: 'ok',
      found: expect.stringMatching(/^off/),
    });
    await restart({ MAIL_RECEIPTS: '50' });
    expect(await checkReceipts(await embedded())).toMatchObject({
      state: 'ok',
      found: 'on: 0 sent in the last two days',
    });
    await restart();
    answers('off');
    expect(await check()).toMatchObject({ state: 'ok', found: expect.stringMatching(/^off/) });
    answers('on', { sent: 3, failed: 0 }, signed);
    expect(await check()).toMatchObject({ state: 'ok', found: expect.stringContaining('3 sent') });
  });

  test('are wrong with an invalid limit, and when some could not be sent', async () => {
    answers('malformed');
    expect(await check()).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining('MAIL_RECEIPTS=50'),
    });
    answers('on', { sent: 3, failed: 2 }, signed);
    expect(await check()).toMatchObject({ state: 'wrong', found: expect.stringMatching(/^2 of/) });
  });

  test('are missing the webhook when complaints are not reported', async () => {
    answers('on', { sent: 3, failed: 0 });
    expect(await check()).toMatchObject({
      state: 'missing',
      mend: expect.stringContaining('email.complained'),
    });
  });
});

describe('the site', () => {
  afterEach(() => writeSite(dist, front.url));
  const states = async (target: Target) =>
    (await checkSite(target)).map(({ name, state }) => [name, state]);

  test('is ok when it knows its address and its policy names the project', async () => {
    expect(await states(await embedded())).toEqual([
      ['site', 'ok'],
      ['policy', 'ok'],
    ]);
    await writeSite(dist, front.url, front.url);
    expect(await states(await hosted())).toEqual([
      ['site', 'ok'],
      ['policy', 'ok'],
    ]);
  });

  test('is wrong with another address or another project', async () => {
    writeFileSync(path.join(dist, 'robots.txt'), 'Sitemap: https://www.example.com/sitemap.xml\n');
    await writeHostFiles(dist, ['/'], 'https://another.example.com');
    for (const target of [await embedded(), await hosted()])
      expect(await states(target)).toEqual([
        ['site', 'wrong'],
        ['policy', 'wrong'],
      ]);
  });

  test('is wrong when it does not answer, and its policy is missing when the host sends none', async () => {
    front.answers = { '/': [503, ''] };
    expect(await states(await embedded())).toEqual([
      ['site', 'wrong'],
      ['policy', 'not checked'],
    ]);
    front.answers = { '/': [200, `Sitemap: ${front.url}/sitemap.xml`] };
    expect(await states(await embedded())).toEqual([
      ['site', 'ok'],
      ['policy', 'missing'],
    ]);
  });
});

describe('headers', () => {
  const check = async () => checkHeaders(await embedded(), dist);

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

  test('are not checked without a build', async () => {
    expect((await checkHeaders(await embedded(), path.join(folder, 'none'))).state).toBe(
      'not checked',
    );
  });
});

describe('browser errors', () => {
  const check = async (more: Record<string, string> = {}) => checkBrowserErrors(await hosted(more));
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
      mend: expect.stringContaining('About this device'),
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
  const IDENTITY = {
    registeredName: 'Cart Cleaning Ltd',
    companyNumber: 'SC123456',
    registeredOffice: '2 Mill Street, Paisley',
    controller: { name: 'Cart Cleaning Ltd', address: '2 Mill Street, Paisley' },
  };

  test('are ok without a sample, and each sample is named', async () => {
    const target = await embedded();
    expect(checkFacts(target, [])).toMatchObject({ state: 'ok' });
    expect(checkFacts(target, ['phone', 'dataProtection.controller'])).toMatchObject({
      state: 'missing',
      found: '2 are samples: phone, dataProtection.controller',
    });
  });

  test('name the company and the controller, or the empty ones are named', async () => {
    const target = await hosted();
    expect(checkIdentity(target, IDENTITY)).toMatchObject({ state: 'ok' });
    const controller = { ...IDENTITY.controller, address: ' ' };
    expect(checkIdentity(target, { ...IDENTITY, companyNumber: '', controller })).toMatchObject({
      state: 'missing',
      found: 'empty: company number, controller’s address',
    });
  });

  test('of a site that only this machine reaches are not checked', async () => {
    const target = await embedded({ SITE_URL: '' });
    expect(checkFacts(target, ['phone']).state).toBe('not checked');
    expect(checkIdentity(target, { ...IDENTITY, companyNumber: '' }).state).toBe('not checked');
  });
});

describe('the epoch', () => {
  const check = async () => checkEpoch(await stateNow(await hosted()));

  test('is ok while revisions increase', async () => {
    expect((await check()).state).toBe('ok');
    await query(`select nextval('private.revision')`);
    expect(await check()).toMatchObject({
      state: 'ok',
      found: expect.stringContaining('not gone back'),
    });
  });

  test('is wrong after a restored backup, until a new one begins', async () => {
    await query(`select setval('private.revision', 5000)`);
    await check();
    await query(`select setval('private.revision', 4000)`);
    expect(await check()).toMatchObject({ state: 'wrong', mend: 'npm run restored' });
    await query('update private.sync_epoch set epoch = gen_random_uuid()');
    expect((await check()).state).toBe('ok');
  });

  test('is wrong when rows have revisions that would be handed out again', async () => {
    await query(`select setval('private.revision', 1)`);
    expect(await check()).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining('setval'),
    });
    await query(`select setval('private.revision', 6000)`);
  });

  test('is wrong when there is none', async () => {
    await query('delete from private.sync_epoch');
    expect(await check()).toMatchObject({ state: 'wrong' });
    await query('insert into private.sync_epoch default values');
  });
});

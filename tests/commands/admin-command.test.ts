import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server/server.ts';
import { clientOf } from '../backend/support/client.ts';
import { ADMIN } from '../backend/support/people.ts';
import { runCommand } from '../backend/support/run-command.ts';
import { secretKeyOf } from '../backend/support/users.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'admin-'));
const env = {
  PORT: '0',
  INBOX_PORT: '0',
  DATA_DIR: path.join(folder, 'data'),
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
};
const admin = (args: string[], more: Record<string, string> = {}) =>
  runCommand('admin', args, { ...env, ...more }, folder);
let server: Server;
beforeAll(async () => {
  server = await startServer(parseEnv(env));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('with a running server it adds, prints the password, lists and revokes', async () => {
  expect((await admin(['add', 'isla@example.com'])).output).toMatch(
    /^isla@example\.com is an administrator, with the password \S{20}\n/,
  );
  expect(await admin(['list'])).toEqual({
    code: 0,
    output: `${ADMIN.email} (no second factor)\nisla@example.com (no second factor)\n`,
  });
  expect((await admin(['revoke', 'ISLA@example.com'])).output).toBe(
    'ISLA@example.com is no longer an administrator.\n',
  );
});

test('it ends a second factor, and lists an account with one without a note', async () => {
  await server.database.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     select id, id, 'totp', 'verified', now(), now() from auth.users where email = $1`,
    [ADMIN.email],
  );
  expect((await admin(['list'])).output).toBe(`${ADMIN.email}\n`);
  expect(await admin(['end-factor', ADMIN.email])).toMatchObject({
    code: 0,
    output: expect.stringContaining('the password alone signs in') as string,
  });
  expect((await admin(['list'])).output).toBe(`${ADMIN.email} (no second factor)\n`);
});

test('without a running server it does the same', async () => {
  await server.close();
  const { output } = await admin(['add', 'isla@example.com']).finally(async () => {
    server = await startServer(parseEnv(env));
  });
  const [, password = ''] = /password (\S{20})\n/.exec(output) ?? [];
  expect(
    (await clientOf(server.url).auth.signInWithPassword({ email: 'isla@example.com', password }))
      .error,
  ).toBeNull();
  await server.database.query(`delete from auth.users where email = 'isla@example.com'`);
});

test('it prints a link for a new password, for administrators only, and the link works once', async () => {
  const { output } = await admin(['recover', ADMIN.email.toUpperCase()]);
  const [link = ''] = output.split('\n');
  expect(output).toContain('It works once, and for one hour.');
  const opened = await fetch(link, { redirect: 'manual' });
  expect(opened.headers.get('location')).toMatch(/^\/admin\/#access_token=/);
  expect(await admin(['recover', 'nobody@example.com'])).toEqual({
    code: 1,
    output: 'nobody@example.com is no administrator.\n',
  });
});

test('with a project in the environment it grants the role there, and needs its secret key', async () => {
  const hosted = {
    VITE_SUPABASE_URL: server.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    DATA_DIR: path.join(folder, 'none'),
  };
  expect(await admin(['list'], hosted)).toMatchObject({
    code: 1,
    output: expect.stringContaining('SUPABASE_SECRET_KEY is missing'),
  });
  const withKey = { ...hosted, SUPABASE_SECRET_KEY: secretKeyOf(env.DATA_DIR) };
  expect(await admin(['add', 'mhairi@example.com'], withKey)).toMatchObject({ code: 0 });
  expect(await admin(['list'], withKey)).toEqual({
    code: 0,
    output: `${ADMIN.email} (no second factor)\nmhairi@example.com (no second factor)\n`,
  });
});

test.each([[['add']], [['list', 'a@example.com']], [['give', 'a@example.com']], [[]]])(
  '%j is refused with the usage',
  async (args) => {
    expect(await admin(args)).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run admin -- add EMAIL'),
    });
  },
);

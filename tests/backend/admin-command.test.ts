import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from '../../supabase/local/settings.ts';
import { startServer, type Server } from '../../supabase/local/server.ts';
import { ADMIN } from './support/people.ts';
import { runCommand } from './support/run-command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'admin-'));
const env = { PORT: '0', INBOX_PORT: '0', DATA_DIR: path.join(folder, 'data'), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
const admin = (words: string[], more: Record<string, string> = {}) => runCommand('admin', words, { ...env, ...more }, folder);
let server: Server;
beforeAll(async () => {
  server = await startServer(parseEnv(env));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('while the folder is being served it says to stop the server first', async () => {
  expect(await admin(['list'])).toMatchObject({ code: 1, output: expect.stringContaining('Stop that one first') });
});

test('on a folder that nobody serves it adds with a password that is told, lists, and revokes', async () => {
  await server.close();
  expect((await admin(['add', 'isla@example.com'])).output).toMatch(/^isla@example\.com is an administrator, with the password \S{20}\n/);
  expect(await admin(['list'])).toEqual({ code: 0, output: `${ADMIN.email}\nisla@example.com\n` });
  expect((await admin(['revoke', 'ISLA@example.com'])).output).toBe('ISLA@example.com is no administrator any more.\n');
});

test('with a hosted project in the environment it changes no folder, and says where roles are given', async () => {
  const hosted = { VITE_SUPABASE_URL: 'https://project.example.com', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' };
  expect(await admin(['add', 'mhairi@example.com'], hosted)).toMatchObject({ code: 1, output: expect.stringContaining('docs/production.md') });
  expect((await admin(['list'])).output).toBe(`${ADMIN.email}\n`);
});

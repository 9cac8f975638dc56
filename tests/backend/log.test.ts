import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';
import { sendRaw } from './support/raw-request.ts';
import { spawnServer } from './support/spawn-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the log has no password that was given, no code and no link, and says that the flood guard is off behind a proxy here', async () => {
  const email = 'owner@example.com';
  const server = spawnServer({ DATA_DIR: path.join(folder, 'data'), HOST: '0.0.0.0', ADMIN_EMAIL: email, ADMIN_PASSWORD: 'a-secret-of-ours' });
  const url = await server.up;
  const post = (target: string, body: object, headers = {}) =>
    sendRaw(url, { method: 'POST', path: target, headers: { apikey: LOCAL_PUBLISHABLE_KEY, 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });
  for (const route of ['recover', 'otp', 'magiclink', 'resend']) await post(`/auth/v1/${route}`, { email, type: 'signup', create_user: false });
  for (let time = 0; time < 2; time++) await post('/rest/v1/bookings', {}, { 'x-forwarded-for': '203.0.113.9' });
  server.kill('SIGTERM');

  const { output } = await server.ended;
  expect(output).toContain(email);
  expect(output).toMatch(/Inbox +http:\/\/127\.0\.0\.1:/);
  expect(output).not.toMatch(/a-secret-of-ours|verify\?|token=|captured|\b\d{6}\b/);
  expect(output.match(/TRUSTED_PROXY_HOPS/g)).toHaveLength(3);
  expect(output.match(/A request came through a proxy/g)).toHaveLength(1);
});

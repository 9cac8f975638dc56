import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { writeSite } from '../backend/support/write-site.ts';
import { startCloudflare } from '../support/cloudflare.ts';
import { aTarget, lineOf } from '../support/deploy-check.ts';
import { freePort } from '../support/free-port.ts';

const PROJECT = 'https://project.example.com';
const folder = mkdtempSync(path.join(tmpdir(), 'cloudflare-'));
const dist = path.join(folder, 'dist');
let host: Awaited<ReturnType<typeof startCloudflare>>;

beforeAll(async () => {
  const port = await freePort();
  await writeSite(dist, `http://127.0.0.1:${port}`, PROJECT);
  mkdirSync(path.join(dist, '.vite'));
  for (const file of ['.vite/manifest.json', '.inputs']) writeFileSync(path.join(dist, file), '{}');
  copyFileSync(path.join(PATHS.root, 'public/.assetsignore'), path.join(dist, '.assetsignore'));
  host = await startCloudflare(dist, port);
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the site on Cloudflare is ok in every line of the check', async () => {
  const target = aTarget({ site: host.url });
  for (const name of ['site', 'policy', 'headers'])
    expect(await lineOf(name, target, { dist, url: PROJECT })).toMatchObject({ name, state: 'ok' });
});

test('the build’s own files are not uploaded', async () => {
  for (const file of ['/.vite/manifest.json', '/.inputs', '/.assetsignore'])
    expect([file, (await fetch(host.url + file)).status]).toEqual([file, 404]);
});

test('pages have their canonical address, and the portal’s shell answers for its screens', async () => {
  const statusOf = async (address: string) => {
    const { status, headers } = await fetch(host.url + address, { redirect: 'manual' });
    return [status, headers.get('location')];
  };
  expect(await statusOf('/booking')).toEqual([200, null]);
  expect(await statusOf('/admin')).toEqual([301, '/admin/']);
  expect(await statusOf('/admin/bookings')).toEqual([200, null]);
  expect(await statusOf('/_headers')).toEqual([404, null]);
});

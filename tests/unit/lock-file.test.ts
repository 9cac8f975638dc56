import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

interface LockedPackage {
  version: string;
  integrity?: string;
  resolved?: string;
  /** True for a package that came inside another's archive and is covered by that one's checksum. */
  inBundle?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const readJson = (file: string): unknown =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8'));

const { packages } = readJson('package-lock.json') as { packages: Record<string, LockedPackage> };
const { overrides } = readJson('package.json') as { overrides: Record<string, string> };
const entries = Object.entries(packages);
const installed = entries.filter(([place]) => place !== '');

/** The entry that Node finds for `name` from a package's place: in its own folder, else in one above. */
function resolve(name: string, from: string): LockedPackage | undefined {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  if (packages[place] || from === '') return packages[place];
  return resolve(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

it('every package that an entry names for some platform is in the lock file', () => {
  const missing = entries.flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !resolve(name, place)),
  );
  expect(missing).toEqual([]);
});

it('every package is held to a checksum', () => {
  const unchecked = installed.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(unchecked).toEqual([]);
});

it('no package is bound to a registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved)).toEqual([]);
});

it('no dependency follows a tag that moves, unless an override pins it', () => {
  const tagged = entries.flatMap(([, { dependencies = {} }]) =>
    Object.entries(dependencies).filter(
      ([name, range]) => /^[a-z]+$/.test(range) && !overrides[name],
    ),
  );
  expect(tagged).toEqual([]);
});

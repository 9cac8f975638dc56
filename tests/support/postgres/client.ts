import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { PATHS } from '../../../supabase/local/project-paths.ts';

/** pg_dump must be at least as new as the tests' server. */
const MAJOR = 17;
/** Debian 13 has PostgreSQL 17. */
const SUITE = 'trixie';
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
const PROGRAMS = ['pg_dump', 'pg_restore', 'psql'];

const INSTALL = `These tests need pg_dump, pg_restore and psql of PostgreSQL ${MAJOR} or newer: install them (docs/production.md, "Backup, and the drill"), or set PG_BIN to their folder.`;

/**
 * The folder of pg_dump, pg_restore and psql of PostgreSQL 17 or newer: from PG_BIN, the PATH, or
 * on Debian a folder below node_modules with packages of Debian 13. Throws an error that names the
 * package to install if there is none.
 */
export function findClient(): string {
  const given = process.env['PG_BIN'];
  if (given) return given;
  const installed = (process.env['PATH'] ?? '').split(path.delimiter).find(isNewEnough);
  if (installed !== undefined) return installed;
  const folder = path.join(PATHS.root, 'node_modules/.cache', `postgresql-client-${MAJOR}`);
  if (!existsSync(folder)) installBeside(folder);
  return path.join(folder, 'bin');
}

function isNewEnough(folder: string): boolean {
  const program = path.join(folder, 'pg_dump');
  if (!existsSync(program)) return false;
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(version)?.[1]) >= MAJOR;
}

/** The Debian mirror that this machine is configured to use. */
function findMirror(): string | undefined {
  const places = ['/etc/apt/sources.list', ...listed('/etc/apt/sources.list.d')];
  const texts = places.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'));
  return texts
    .flatMap((text) => text.match(/^(?:URIs:|deb )[^\n]*/gm) ?? [])
    .flatMap((line) => line.match(/https?:\/\/\S+/g) ?? [])
    .find((uri) => /\/debian\/?$/.test(uri));
}

const listed = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : [];

function installBeside(folder: string): void {
  const mirror = findMirror();
  if (mirror === undefined || !existsSync(KEYRING)) throw new Error(INSTALL);
  mkdirSync(path.dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  try {
    unpack(download(mirror, partial), partial);
    renameSync(partial, folder);
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true });
    // Another test installed it meanwhile.
    if (!existsSync(folder)) throw new Error(INSTALL, { cause });
  }
}

/**
 * Downloads the client and all its libraries without touching the machine's own packages. Returns
 * the files.
 */
function download(mirror: string, folder: string): string[] {
  const apt = path.join(folder, 'apt');
  for (const place of ['etc', 'state/lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(apt, place), { recursive: true });
  writeFileSync(
    path.join(apt, 'etc/client.sources'),
    `Types: deb\nURIs: ${mirror}\nSuites: ${SUITE}\nComponents: main\nSigned-By: ${KEYRING}\n`,
  );
  // An empty list of installed packages: apt resolves every dependency, the C library included.
  writeFileSync(path.join(apt, 'status'), '');
  const options = [
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${apt}/etc`,
    `Dir::State=${apt}/state`,
    `Dir::State::status=${apt}/status`,
    `Dir::Cache=${apt}/cache`,
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  const run = (...words: string[]) =>
    execFileSync('apt-get', [...options, '--quiet', ...words], { stdio: 'ignore' });
  run('update');
  run(
    'install',
    '--download-only',
    '--no-install-recommends',
    '--yes',
    `postgresql-client-${MAJOR}`,
  );
  return listed(path.join(apt, 'cache/archives')).filter((file) => file.endsWith('.deb'));
}

/** Unpacks the packages, and writes programs that run with the unpacked libraries. */
function unpack(packages: readonly string[], folder: string): void {
  for (const file of packages) {
    if (/^(perl|libperl|netbase)/.test(path.basename(file))) continue;
    execFileSync('dpkg', ['-x', file, path.join(folder, 'root')]);
  }
  rmSync(path.join(folder, 'apt'), { recursive: true });
  const files = readdirSync(path.join(folder, 'root'), { recursive: true, encoding: 'utf8' });
  const find = (pattern: RegExp) => {
    const found = files.find((file) => pattern.test(file));
    if (found === undefined) throw new Error(`${String(pattern)} is in none of the packages.`);
    return found;
  };
  const loader = find(/(^|\/)ld-linux[^/]*\.so\.\d$/);
  const libraries = path.dirname(find(/(^|\/)libpq\.so\.5$/));
  mkdirSync(path.join(folder, 'bin'));
  for (const program of PROGRAMS) {
    const real = find(new RegExp(`/lib/postgresql/${MAJOR}/bin/${program}$`));
    const file = path.join(folder, 'bin', program);
    writeFileSync(
      file,
      `#!/bin/sh\nroot=$(dirname "$0")/../root\nexec "$root/${loader}" --library-path "$root/${libraries}" "$root/${real}" "$@"\n`,
    );
    chmodSync(file, 0o755);
  }
}

import { spawnSync } from 'node:child_process';
import { findPostgres } from './find-postgres.mjs';

/**
 * Sees to it that there is a PostgreSQL server to test on: the one that DATABASE_URL names, the system's own programs, else
 * Debian's package. Throws with what to install or set when there is none.
 */
export function ensurePostgres() {
  if (process.env.DATABASE_URL || findPostgres()) return;
  console.log('No PostgreSQL server found: installing one.');
  if (installDebianPackage() && findPostgres()) return;
  throw new Error(
    'These tests need a PostgreSQL server and none could be installed. Install PostgreSQL 15 or newer so that `postgres` ' +
      'and `initdb` are on the PATH, or set DATABASE_URL to a superuser of a server that is there for tests.',
  );
}

function installDebianPackage() {
  if (process.getuid?.() !== 0) return false;
  return (
    run('apt-get', ['update']) &&
    run('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'])
  );
}

/** @param {string} command @param {string[]} args */
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;

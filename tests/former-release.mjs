/**
 * Runs the former release's contract tests on this checkout's migrations, because its pages stay open
 * for weeks and it is the way back. Plain Node. `node tests/former-release.mjs [REF]`: the newest
 * tag before this commit, or another tag or commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newestTag } from './support/newest-tag.mjs';

const root = path.resolve(import.meta.dirname, '..');
/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

const former = process.argv[2] ?? newestTag(root);
if (!former) {
  console.log('There is no former release yet.');
  process.exit(0);
}

/**
 * Statements of the release's tests, and of no program, that name a table whose rows a migration moved.
 *
 * @type {[file: string, from: string, to: string][]}
 */
const MOVED = [
  ['crew.test.ts', 'alter table booking_events', 'alter table crew_reports'],
  ['crew.test.ts', 'update booking_events', 'update crew_reports'],
  ['regular-visits.test.ts', `booking_events where kind = 'reminded'`, 'private.reminders'],
];

const migrations = path.join('supabase', 'migrations');
const folder = mkdtempSync(path.join(tmpdir(), 'former-release-'));
git('worktree', 'add', '--detach', folder, former);
try {
  rmSync(path.join(folder, migrations), { recursive: true });
  cpSync(path.join(root, migrations), path.join(folder, migrations), { recursive: true });
  for (const [name, from, to] of MOVED) {
    const file = path.join(folder, 'tests/backend', name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  }
  console.log(
    `The contract tests of ${former} run on the migrations of ${git('describe', '--always')}.`,
  );
  const { status } = spawnSync(process.execPath, ['tests/run.mjs', '--stage', 'backend'], {
    cwd: folder,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  git('worktree', 'remove', '--force', folder);
}

/**
 * Runs the former release's contract tests on this checkout's migrations, because its pages stay open
 * for weeks and it is the way back. Plain Node. `node tests/former-release.mjs [REF]`: the newest
 * tag before this commit, or another tag or commit.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
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

const migrations = path.join('supabase', 'migrations');
const folder = mkdtempSync(path.join(tmpdir(), 'former-release-'));
git('worktree', 'add', '--detach', folder, former);
try {
  rmSync(path.join(folder, migrations), { recursive: true });
  cpSync(path.join(root, migrations), path.join(folder, migrations), { recursive: true });
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

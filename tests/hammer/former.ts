import { execFileSync } from 'node:child_process';
import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { newestTag } from '../support/newest-tag.mjs';
import { core as present, type Core } from './core.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The release with which a month begins. */
export interface Former {
  /** Its checkout. */
  root: string;
  core: Core;
  close(): void;
}

/**
 * Checks a tag or commit out, by default the newest tag, with this checkout's dependencies; null without one. Parts that its hammer
 * does not have are the present ones.
 */
export async function openFormer(ref = newestTag(ROOT)): Promise<Former | null> {
  if (ref === null) return null;
  const root = await mkdtemp(path.join(tmpdir(), 'former-release-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, stdio: 'pipe' });
  git('worktree', 'add', '--detach', root, ref);
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  const file = pathToFileURL(path.join(root, 'tests/hammer/core.ts')).href;
  const { core } = (await import(file)) as { core: Partial<Core> };
  return {
    root,
    core: { ...present, ...core },
    close: () => void git('worktree', 'remove', '--force', root),
  };
}

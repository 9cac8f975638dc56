import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Gives a folder, with all that is in it, to the owner of the folder above it: a start as root would leave files that the owner of the
 * checkout can neither change nor delete. Does nothing for another user.
 */
export function giveToOwner(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(path.dirname(folder));
  for (const entry of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    lchownSync(path.join(folder, entry), uid, gid);
}

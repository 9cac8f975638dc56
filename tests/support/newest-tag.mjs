import { execFileSync } from 'node:child_process';

/**
 * The tag of the newest release before this commit; null before the first one.
 *
 * @param {string} root of the checkout
 * @returns {string | null}
 */
export function newestTag(root) {
  const tags = execFileSync(
    'git',
    ['tag', '--merged', 'HEAD^', '--list', 'v*', '--sort=-creatordate'],
    { cwd: root, encoding: 'utf8' },
  );
  return tags.trim().split('\n')[0] || null;
}

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FILE_LIST } from '../../build/host-files.ts';
import { makeOnce } from '../../build/make-once.ts';
import { reasonOf } from '../local/project-fetch.ts';
import { StartError } from '../local/start-error.ts';

const FILE = /^assets\/[\w.-]+$/;

/** `problem`: why files may be lacking; null when none is. */
interface Added {
  files: number;
  problem: string | null;
}

/**
 * Adds the hashed files of the release that `site` serves now to a new build, so that pages which are
 * open during a release still find theirs. A site that is down or unknown is a problem and no error:
 * the upload repairs it. Throws a StartError without a build.
 */
export async function addFormerFiles(site: string, dist: string): Promise<Added> {
  if (!existsSync(path.join(dist, FILE_LIST)))
    throw new StartError('There is no build: npm run build comes first.');
  const added: string[] = [];
  try {
    await addFiles(site, dist, added);
    return { files: added.length, problem: null };
  } catch (error) {
    if (error instanceof Unavailable) return { files: added.length, problem: error.message };
    throw error;
  }
}

/** Names each file in `added` once it is there. Throws `Unavailable`. */
async function addFiles(site: string, dist: string, added: string[]): Promise<void> {
  const list = await get(`${site}/${FILE_LIST}`);
  if (list === null) throw new Unavailable('The site serves no list of files.');
  const lacking = list
    .toString()
    .split('\n')
    .filter((file) => FILE.test(file) && !existsSync(path.join(dist, file)));
  for (const file of lacking) {
    const bytes = await get(`${site}/${file}`);
    if (bytes === null) continue;
    // A part of a file would be taken for the whole by the next run.
    await makeOnce(path.join(dist, file), (unfinished) => writeFile(unfinished, bytes));
    added.push(file);
  }
}

/** The site did not give a file. */
class Unavailable extends Error {}

/** A file of the site; null for 404. */
async function get(url: string): Promise<Buffer | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    if (answer.status === 404) return null;
    throw new Unavailable(`${url} was answered ${answer.status}.`);
  } catch (cause) {
    if (cause instanceof Unavailable) throw cause;
    throw new Unavailable(
      `${url} does not answer (${reasonOf(cause)}): check SITE_URL and the domain.`,
      { cause },
    );
  }
}

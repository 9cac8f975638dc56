import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FILE_LIST } from '../../build/host-files.ts';
import { makeOnce } from '../../build/make-once.ts';
import { reasonOf } from '../local/project-fetch.ts';
import { StartError } from '../local/start-error.ts';

const FILE = /^assets\/[\w.-]+$/;

/**
 * Adds the hashed files of the release that `site` serves now to a new build, so that pages which are
 * open during a release still find theirs. Returns the number of added files; null if the served
 * release has no list. Throws a StartError if the site does not answer.
 */
export async function addFormerFiles(site: string, dist: string): Promise<number | null> {
  if (!existsSync(path.join(dist, FILE_LIST)))
    throw new StartError('There is no build: npm run build comes first.');
  const list = await get(`${site}/${FILE_LIST}`);
  if (list === null) return null;
  const lacking = list
    .toString()
    .split('\n')
    .filter((file) => FILE.test(file) && !existsSync(path.join(dist, file)));
  let added = 0;
  for (const file of lacking) {
    const bytes = await get(`${site}/${file}`);
    if (bytes === null) continue;
    // A part of a file would be taken for the whole by the next run.
    await makeOnce(path.join(dist, file), (unfinished) => writeFile(unfinished, bytes));
    added += 1;
  }
  return added;
}

/** A file of the site; null for 404. */
async function get(url: string): Promise<Buffer | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) });
    if (answer.ok) return Buffer.from(await answer.arrayBuffer());
    if (answer.status === 404) return null;
    throw new StartError(`${url} was answered ${answer.status}.`);
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(
      `${url} does not answer (${reasonOf(cause)}): check SITE_URL and the domain.`,
      { cause },
    );
  }
}

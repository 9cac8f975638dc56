import { ENTITIES, type Entity } from '../../src/core/domain/entities.ts';
import { SUBMISSION_TABLES } from '../../src/core/domain/submission.ts';
import type { ProjectApi } from '../functions/_shared/project-api.ts';

/** How many submissions, by their table. */
type SubmissionCounts = Partial<Record<Entity, number>>;

/** What the database says of submissions that it deleted: how many, and the résumés that are nobody's now. */
export type DeletedSubmissions = SubmissionCounts & { files: string[] };

/** A number of things in words. */
export const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** So many of each kind, in words. */
export function countSubmissions(counts: SubmissionCounts): string {
  const parts = SUBMISSION_TABLES.map((table) =>
    count(counts[table] ?? 0, ENTITIES[table].one.toLowerCase()),
  );
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const sumOfSubmissions = (counts: SubmissionCounts): number =>
  SUBMISSION_TABLES.reduce((sum, table) => sum + (counts[table] ?? 0), 0);

/**
 * Removes the résumés of deleted applications and tells how it went. The rows are gone by then, so that a failure is told and not
 * thrown: the hourly work removes what nobody claims.
 */
export async function removeResumes(project: ProjectApi, files: string[]): Promise<string> {
  const answer = await project.removeFiles('resumes', files).catch(() => null);
  const removed = answer ?? [];
  // Of a file that is gone already Storage says nothing.
  const isThere = (name: string) =>
    project.readFile('resumes', name).then(
      (bytes) => bytes !== null,
      () => true,
    );
  const left: string[] = [];
  for (const name of files.filter((name) => !removed.includes(name)))
    if (answer === null || (await isThere(name))) left.push(name);
  const gone = files.length - removed.length - left.length;
  const alsoGone = gone > 0 ? ` ${gone} more ${gone === 1 ? 'was' : 'were'} no longer stored.` : '';
  if (left.length === 0) return `Removed ${count(removed.length, 'résumé')}.${alsoGone}`;
  return `These résumés were not removed: ${left.join(', ')}. The hourly work removes each that is a day old; look again tomorrow.`;
}

import { ENTITIES, type Entity } from '../../src/core/domain/entities.ts';
import { SUBMISSION_TABLES } from '../../src/core/domain/submission.ts';
import type { ProjectApi } from '../functions/_shared/project-api.ts';

type SubmissionCounts = Partial<Record<Entity, number>>;

/**
 * The database's report of deleted submissions: their numbers, and the résumés that became
 * unclaimed.
 */
export type DeletedSubmissions = SubmissionCounts & { files: string[] };

/** A count with its noun, such as `2 bookings`. */
export const count = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;

/** The count of each kind, as text. */
export function countSubmissions(counts: SubmissionCounts): string {
  const parts = SUBMISSION_TABLES.map((table) =>
    count(counts[table] ?? 0, ENTITIES[table].one.toLowerCase()),
  );
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

export const sumOfSubmissions = (counts: SubmissionCounts): number =>
  SUBMISSION_TABLES.reduce((sum, table) => sum + (counts[table] ?? 0), 0);

interface RemovedResumes {
  text: string;
  /** Whether a file remains. */
  isLeft: boolean;
}

/**
 * Removes the résumés of deleted applications and returns a report. The rows are deleted already,
 * so a failure is reported, not thrown; the hourly job removes unclaimed résumés.
 */
export async function removeResumes(project: ProjectApi, files: string[]): Promise<RemovedResumes> {
  const answer = await project.removeFiles('resumes', files).catch(() => null);
  const removed = answer ?? [];
  // Storage's answer omits files that are already gone.
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
  const text =
    left.length === 0
      ? `Removed ${count(removed.length, 'résumé')}.${alsoGone}`
      : `These résumés were not removed: ${left.join(', ')}. The hourly job removes them when they are a day old; check again tomorrow.`;
  return { text, isLeft: left.length > 0 };
}

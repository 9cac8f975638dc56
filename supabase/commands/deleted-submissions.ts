import { ENTITIES, type Entity } from '../../src/core/domain/entities.ts';
import { SUBMISSION_TABLES } from '../../src/core/domain/submission.ts';
import type { ProjectApi } from '../functions/_shared/project-api.ts';

type SubmissionCounts = Partial<Record<Entity, number>>;

/**
 * The database's report of deleted submissions: their numbers, the résumés that became unclaimed, and
 * the crew's pictures of jobs.
 */
export type DeletedSubmissions = SubmissionCounts & { files: string[]; pictures: string[] };

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

interface RemovedFiles {
  text: string;
  /** Whether a file remains. */
  isLeft: boolean;
}

/** The files' name for people by bucket, and the time at which the schedule removes those that remain. */
const KINDS = {
  resumes: {
    one: 'résumé',
    later: 'The hourly job removes them when they are a day old; check again tomorrow.',
  },
  jobs: { one: 'picture', later: 'The schedule removes them within the hour.' },
} as const;

/**
 * Removes the files of deleted submissions and returns a report for each bucket. The rows are deleted
 * already, so a failure is reported, not thrown; the schedule removes the files later.
 */
export async function removeDeletedFiles(
  project: ProjectApi,
  { files, pictures }: Pick<DeletedSubmissions, 'files' | 'pictures'>,
): Promise<RemovedFiles[]> {
  const removed: RemovedFiles[] = [];
  if (files.length > 0) removed.push(await removeFiles(project, 'resumes', files));
  if (pictures.length > 0) removed.push(await removeFiles(project, 'jobs', pictures));
  return removed;
}

async function removeFiles(
  project: ProjectApi,
  bucket: keyof typeof KINDS,
  names: string[],
): Promise<RemovedFiles> {
  const { one, later } = KINDS[bucket];
  const answer = await project.removeFiles(bucket, names).catch(() => null);
  const removed = answer ?? [];
  // Storage's answer omits files that are already gone.
  const isThere = (name: string) =>
    project.readFile(bucket, name).then(
      (bytes) => bytes !== null,
      () => true,
    );
  const left: string[] = [];
  for (const name of names.filter((each) => !removed.includes(each)))
    if (answer === null || (await isThere(name))) left.push(name);
  const gone = names.length - removed.length - left.length;
  const alsoGone = gone > 0 ? ` ${gone} more ${gone === 1 ? 'was' : 'were'} no longer stored.` : '';
  const text =
    left.length === 0
      ? `Removed ${count(removed.length, one)}.${alsoGone}`
      : `These ${one}s were not removed: ${left.join(', ')}. ${later}`;
  return { text, isLeft: left.length > 0 };
}

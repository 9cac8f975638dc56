import type { ProjectApi } from '../_shared/project-api.ts';

/** The buckets whose files are removed, and the functions of the database that name them. */
const DUE = [
  ['resumes', 'unclaimed_resumes'],
  ['jobs', 'expired_pictures'],
] as const;

/**
 * Removes the résumés without an application and the pictures of jobs that are due, and returns
 * their number. The database names them, and refuses the deletion of a résumé whose application has
 * arrived meanwhile. Storage deletes them, because only it deletes the contents too.
 */
export async function removeDueFiles(project: ProjectApi): Promise<number> {
  let removed = 0;
  for (const [bucket, list] of DUE) {
    const names = (await project.call(list)) as string[];
    if (names.length > 0) removed += (await project.removeFiles(bucket, names)).length;
  }
  return removed;
}

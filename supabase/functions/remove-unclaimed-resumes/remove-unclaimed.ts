import type { ProjectApi } from '../_shared/project-api.ts';

/**
 * Removes the résumés without an application that are due, and returns their number. The database
 * names them, and refuses the deletion of one whose application has arrived meanwhile. Storage
 * deletes them, because only it deletes the contents too.
 */
export async function removeUnclaimedResumes(project: ProjectApi): Promise<number> {
  const names = (await project.call('unclaimed_resumes')) as string[];
  if (names.length === 0) return 0;
  return (await project.removeFiles('resumes', names)).length;
}

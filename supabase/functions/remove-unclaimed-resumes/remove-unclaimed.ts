import type { ProjectApi } from '../_shared/project-api.ts';

/**
 * Removes the résumés that have lain for a day without an application; gives how many went. The database names them and keeps,
 * at the very deletion, one whose application has come meanwhile; Storage removes them, since only it removes the contents too.
 */
export async function removeUnclaimedResumes(project: ProjectApi): Promise<number> {
  const names = (await project.call('unclaimed_resumes')) as string[];
  if (names.length === 0) return 0;
  return (await project.removeFiles('resumes', names)).length;
}

import type { ProjectApi } from '../_shared/project-api.ts';
import { removeDueFiles } from './remove-due-files.ts';

/**
 * Answers a scheduled call: 200 once everything due is removed, 502 when the project failed.
 * Anybody may call it: the request is not read, and the work is due anyway.
 */
export function createHandler(project: ProjectApi): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return Response.json({ error: 'Use POST.' }, { status: 405 });
    try {
      console.log(
        `Removed ${await removeDueFiles(project)} résumés without an application and old pictures of jobs.`,
      );
      return Response.json({ status: 'done' });
    } catch (error) {
      console.error('Résumés without an application and old pictures could not be removed.', error);
      return Response.json(
        { error: 'The files could not be removed. The next call tries again.' },
        { status: 502 },
      );
    }
  };
}

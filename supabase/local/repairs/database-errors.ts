import type { PgliteConnection } from '@supabase/lite/pglite';
import { requestContext, type DatabaseError } from './request-context.ts';

function isDatabaseError(error: unknown): error is DatabaseError {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string';
}

/** Keeps the last database error of a request, for `restoreDatabaseStatus`. */
export function rememberDatabaseErrors(connection: PgliteConnection): void {
  const normalizeDbError = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normalized = normalizeDbError(error);
    const context = requestContext.getStore();
    if (context !== undefined && isDatabaseError(normalized)) context.databaseError = normalized;
    return normalized;
  };
}

/** PostgREST's status for an SQLSTATE; undefined where @supabase/lite already answers as PostgREST does. */
function statusOf(sqlState: string): number | undefined {
  const [, chosen] = /^PT(\d{3})$/.exec(sqlState) ?? [];
  if (chosen !== undefined) return Number(chosen);
  if (sqlState === '23505' || sqlState === '23503') return 409;
  if (sqlState.startsWith('23') || sqlState === 'P0001') return 400;
  if (sqlState.startsWith('08') || sqlState.startsWith('53')) return 503;
  return undefined;
}

/**
 * Stock behaviour mended: broken constraints, raised exceptions and lost connections are answered 500 without their code.
 * Storage answers what a trigger of ours refuses as it answers everything: 400, with the real status in the body.
 */
export function restoreDatabaseStatus(request: Request, response: Response, error: DatabaseError | undefined): Response {
  if (response.status !== 500 || error === undefined) return response;
  const { code, message, detail = null, hint = null } = error;
  const status = statusOf(code);
  if (status === undefined) return response;
  return new URL(request.url).pathname.startsWith('/storage/')
    ? Response.json({ statusCode: String(status), error: code, message }, { status: 400 })
    : Response.json({ code, details: detail, hint, message }, { status });
}

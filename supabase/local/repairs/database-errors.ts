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
  if (sqlState === '23505' || sqlState === '23503') return 409;
  if (sqlState.startsWith('23') || sqlState === 'P0001') return 400;
  if (sqlState.startsWith('08') || sqlState.startsWith('53')) return 503;
  return undefined;
}

/**
 * Stock behaviour mended: broken constraints, raised exceptions and lost connections are answered 500 without their code.
 */
export function restoreDatabaseStatus(response: Response, error: DatabaseError | undefined): Response {
  if (response.status !== 500 || error === undefined) return response;
  const status = statusOf(error.code);
  if (status === undefined) return response;
  return Response.json(
    { code: error.code, details: error.detail ?? null, hint: error.hint ?? null, message: error.message },
    { status },
  );
}

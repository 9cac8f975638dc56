import type { PgliteConnection } from '@supabase/lite/pglite';
import { requestContext, type DatabaseError } from './request-context.ts';

/** PostgreSQL's errors carry an SQLSTATE; other libraries have other codes. */
function isDatabaseError(error: unknown): error is DatabaseError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    /^[0-9A-Z]{5}$/.test(String(error.code))
  );
}

/** Keeps the last database error of a request for `restoreDatabaseStatus`. */
export function rememberDatabaseErrors(connection: PgliteConnection): void {
  const normalizeDbError = connection.normalizeDbError.bind(connection);
  connection.normalizeDbError = (error) => {
    const normalized = normalizeDbError(error);
    const context = requestContext.getStore();
    if (context !== undefined && isDatabaseError(normalized)) context.databaseError = normalized;
    return normalized;
  };
}

/**
 * PostgREST's status for an SQLSTATE; undefined where @supabase/lite already answers as PostgREST
 * does.
 */
function statusOf(sqlState: string): number | undefined {
  const [, chosen] = /^PT(\d{3})$/.exec(sqlState) ?? [];
  if (chosen !== undefined) return Number(chosen);
  if (sqlState.startsWith('54')) return 413;
  if (sqlState === '23505' || sqlState === '23503') return 409;
  if (/^2[23]/.test(sqlState) || sqlState === 'P0001') return 400;
  if (sqlState.startsWith('08') || sqlState.startsWith('53')) return 503;
  return undefined;
}

/**
 * Fixes @supabase/lite, which answers 500 without a code for broken constraints, raised exceptions
 * and lost connections. Storage answers a trigger's refusal as it answers everything: 400, with the
 * real status in the body.
 */
export function restoreDatabaseStatus(
  request: Request,
  response: Response,
  error: DatabaseError | undefined,
): Response {
  if (response.status !== 500 || error === undefined) return response;
  const { code, message, detail = null, hint = null } = error;
  const status = statusOf(code);
  if (status === undefined) return response;
  return new URL(request.url).pathname.startsWith('/storage/')
    ? Response.json({ statusCode: String(status), error: code, message }, { status: 400 })
    : Response.json({ code, details: detail, hint, message }, { status });
}

/** Storage's code for the cause, by the name that both use for it. */
const STORAGE_CODES: Readonly<Record<string, string>> = {
  'Bucket not found': 'NoSuchBucket',
  Duplicate: 'KeyAlreadyExists',
  Unauthorized: 'AccessDenied',
  not_found: 'NoSuchKey',
};

/** Fixes @supabase/lite, whose Storage errors lack the `code` of their cause. */
export async function nameStorageErrors(request: Request, response: Response): Promise<Response> {
  if (response.status !== 400 || !new URL(request.url).pathname.startsWith('/storage/'))
    return response;
  // It has no body to name anything in.
  if (request.method === 'HEAD') return response;
  const body = (await response.clone().json()) as { error?: string; code?: string };
  const code = body.code ?? STORAGE_CODES[body.error ?? ''];
  return code === undefined ? response : Response.json({ ...body, code }, { status: 400 });
}

const HEADER = 'x-supabase-api-version';
const DATED = '2024-01-01';

/**
 * Fixes @supabase/lite, which answers clients of API version 2024-01-01 in the older error format
 * instead of `{code, message}`.
 */
export async function dateErrors(request: Request, response: Response): Promise<Response> {
  const version = request.headers.get(HEADER) ?? '';
  if (response.ok || version < DATED || !new URL(request.url).pathname.startsWith('/auth/v1/'))
    return response;
  if (!response.headers.get('content-type')?.includes('json')) return response;
  const { error_code, msg, ...more } = (await response.clone().json()) as Record<string, unknown>;
  if (typeof error_code !== 'string') return response;
  const headers = new Headers(response.headers);
  headers.set(HEADER, DATED);
  headers.delete('content-length');
  return new Response(JSON.stringify({ ...more, code: error_code, message: msg }), {
    status: response.status,
    headers,
  });
}

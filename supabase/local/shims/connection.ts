import type { PgliteConnection } from '@supabase/lite/pglite';

/**
 * Fixes @supabase/lite, which on its first request grants ALL on every table to every role and so
 * defeats the migrations' column grants and revokes. It skips that when told that row-level
 * security is set up.
 */
export function honourGrants(connection: PgliteConnection): void {
  (connection as unknown as { rlsState: string }).rlsState = 'active';
}

/**
 * Fixes @supabase/lite, which sets `request.headers`, read by the flood guard, for function calls
 * only. PostgREST and Storage set it for every statement of a request. The caller must hold the
 * session while `work` runs.
 */
export async function withRequestHeaders<T>(
  { driver }: PgliteConnection,
  request: Request,
  work: () => Promise<T>,
): Promise<T> {
  const set = (headers: string) =>
    driver.query(`select set_config('request.headers', $1, false)`, [headers]);
  await set(JSON.stringify(Object.fromEntries(request.headers)));
  return work().finally(() => set(''));
}

/**
 * Fixes PGlite, where COMMIT of a failed transaction rolls back without an error: a statement
 * before it fails instead.
 */
export function refuseFalseCommits({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver);
  driver.query = async (sql, params, options) => {
    if (sql === 'COMMIT') await query('select');
    return query(sql, params, options);
  };
}

/** PostgreSQL's words for the statements that it would refuse itself. */
class StatementRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type Serialise = (value: unknown) => unknown;

/** The text of a parameter. Throws StatementRefused if UTF-8 has none for it. */
function textOf(value: unknown, serialise: Serialise = String): string | Uint8Array {
  let text: unknown;
  try {
    text = serialise(value);
  } catch (cause) {
    throw new StatementRefused('22P02', 'invalid input syntax for the type of a parameter', {
      cause,
    });
  }
  if (text instanceof Uint8Array) return text;
  if (typeof text !== 'string')
    throw new StatementRefused('22P02', 'invalid input syntax for the type of a parameter');
  if (!text.isWellFormed() || text.includes('\u0000'))
    throw new StatementRefused('22021', 'invalid byte sequence for encoding "UTF8"');
  return text;
}

/** The protocol counts parameters in 16 bits. */
const MOST_PARAMETERS = 32_767;

/**
 * Fixes the driver, which writes any text, any number of parameters and whatever a serialiser returns. A wrong
 * message leaves the connection out of step, so that each statement gets the result of another.
 */
export function serialiseStrictly({ driver }: PgliteConnection): void {
  const serialisers = driver.serializers;
  driver.serializers = new Proxy(serialisers, {
    get: (_, oid) => (value: unknown) => textOf(value, serialisers[String(oid)]),
  });
  const query = driver.query.bind(driver);
  driver.query = async (sql, params, options) => {
    if ((params?.length ?? 0) > MOST_PARAMETERS)
      throw new StatementRefused('54000', 'too many parameters');
    return query(textOf(sql) as string, params, options);
  };
}

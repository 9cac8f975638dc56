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
 * session while `work` runs; the proof after the work clears it.
 */
export async function withRequestHeaders<T>(
  { driver }: PgliteConnection,
  request: Request,
  work: () => Promise<T>,
): Promise<T> {
  const headers = JSON.stringify(Object.fromEntries(request.headers));
  await driver.query(`select set_config('request.headers', $1, false)`, [headers]);
  return work();
}

/** Worded as a lost connection, so that the caller tries again. */
class CommitLost extends Error {
  readonly code = '08006';
  constructor(options?: ErrorOptions) {
    super('The transaction was not committed.', options);
  }
}

const TRANSACTION_SQL = 'select pg_current_xact_id_if_assigned()::text as id';
const FATE_SQL = 'select pg_xact_status($1::xid8) as fate';

/**
 * Fixes PGlite, where COMMIT of a failed transaction rolls back without an error. A transaction
 * that wrote counts as committed if PostgreSQL's own record says so; else COMMIT throws with the
 * code 08006.
 */
export function proveCommits({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver);
  /** A transaction that cannot tell its id has failed. */
  const ask = async <T>(sql: string, params: unknown[] = []): Promise<T> => {
    const { rows } = await query<T>(sql, params).catch((cause: unknown) => {
      throw new CommitLost({ cause });
    });
    if (rows[0] === undefined) throw new CommitLost();
    return rows[0];
  };
  driver.query = async (sql, params, options) => {
    if (sql !== 'COMMIT') return query(sql, params, options);
    const { id } = await ask<{ id: string | null }>(TRANSACTION_SQL);
    const result = await query<never>(sql, params, options);
    if (id === null) return result;
    const { fate } = await ask<{ fate: string | null }>(FATE_SQL, [id]);
    if (fate !== 'committed') throw new CommitLost();
    return result;
  };
}

const TOUCH_SQL = /^update "storage"\."objects" set "last_accessed_at" = \$1 where "id" = \$2$/;

/**
 * Fixes @supabase/lite, which writes the time of each download: no code reads it, and a full disk
 * has no room for it.
 */
export function readWithoutWriting({ driver }: PgliteConnection): void {
  const query = driver.query.bind(driver);
  driver.query = (sql, params, options) =>
    TOUCH_SQL.test(sql) ? query('select where false') : query(sql, params, options);
}

/** PostgreSQL's words for the values that it would refuse itself. */
class StatementRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

type Serialise = (value: unknown) => unknown;

/**
 * The text of a parameter. Throws StatementRefused if it has none, or none that UTF-8 can carry.
 */
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

/**
 * Fixes the driver, which writes whatever a serialiser returns: an array's serialiser returns other
 * values unchanged, the write throws half-way, and the half-written message stays in the buffer of
 * all sessions. Here every parameter is text before the first byte is written.
 */
export function serialiseStrictly({ driver }: PgliteConnection): void {
  const serialisers = driver.serializers;
  driver.serializers = new Proxy(serialisers, {
    get: (_, oid) => (value: unknown) => textOf(value, serialisers[String(oid)]),
  });
}

/** The statuses of `send-form-email`. A later release may answer with further fields beside them. */
const STATUSES: ReadonlySet<unknown> = new Set(['sent', 'already sent', 'being sent']);

/**
 * The text of an answer of `send-form-email`, whose answers have a `status` or an `error`. Null for
 * other JSON, as a gateway's.
 */
export function functionText(body: unknown, name: 'status' | 'error'): string | null {
  const fields = (body ?? {}) as Record<string, unknown>;
  const text = fields[name];
  if (typeof text !== 'string' || text === '') return null;
  return STATUSES.has(text) || Object.keys(fields).length === 1 ? text : null;
}

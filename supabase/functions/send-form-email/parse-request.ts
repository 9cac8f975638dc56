import { readText } from '../_shared/read-text.ts';
import { KINDS, type Kind } from './compose.ts';

const MAX_BYTES = 16 * 1024;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The types of requests: those of mails, and the crew's, for a notification. */
const TYPES = [...KINDS, 'crew'] as const;

type Asked =
  { ok: true; kind: Kind | 'crew'; id: string } | { ok: false; status: 400 | 413; message: string };

const refuse = (status: 400 | 413, message: string): Asked => ({ ok: false, status, message });

function parse(text: string): { type?: unknown; data?: { id?: unknown } | null } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads `{type, data: {id}}` and ignores the rest of `data`: the mail is written from the stored
 * record.
 */
export async function parseRequest(request: Request): Promise<Asked> {
  const text = await readText(request, MAX_BYTES);
  if (text === undefined) return refuse(413, 'The request is longer than 16 KB.');
  const body = parse(text);
  const kind = TYPES.find((known) => known === body?.type);
  const id = body?.data?.id;
  if (kind === undefined) return refuse(400, `type must be one of ${TYPES.join(', ')}.`);
  if (typeof id !== 'string' || !UUID.test(id))
    return refuse(400, 'data.id must be the id of a stored record.');
  return { ok: true, kind, id };
}

import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient, type FileOptions } from '@supabase/storage-js';
import type { Bucket } from '../domain/entities.ts';
import type { ServerResponse } from './request-faults.ts';
import type { OutgoingFile } from './backend.ts';
import { functionText } from './function-text.ts';
import type { Reply, Fetch } from './request.ts';

/**
 * The clients of one request: the portal's are supabase-js's, a visitor's are three parts of it.
 */
export interface Clients {
  rest: Pick<PostgrestClient, 'from' | 'rpc'>;
  storage: Pick<StorageClient, 'from'>;
  functions: Pick<FunctionsClient, 'invoke'>;
}

/** The parts of supabase-js, which carry no session. `url` has no slash at its end. */
export const partsOf = (url: string, headers: Record<string, string>, send: Fetch): Clients => ({
  rest: new PostgrestClient(`${url}/rest/v1`, { headers, fetch: send, retry: false }),
  storage: new StorageClient(`${url}/storage/v1`, headers, send),
  functions: new FunctionsClient(`${url}/functions/v1`, { headers, customFetch: send }),
});

interface Said {
  status: number;
  error: { message: string } | null;
}

/** PostgREST's answer. `strictFetch` reads its code. */
export const restResponse = ({ status, error }: Said): ServerResponse =>
  error ? { status, message: error.message } : { status };

/** PostgREST's answer, with its data if that has the requested form. */
export function restReply<T>(
  said: Said & { data: unknown },
  isAsked: (data: unknown) => data is T,
): Reply<T> {
  const answer = restResponse(said);
  return !said.error && isAsked(said.data) ? { ...answer, value: said.data } : answer;
}

/**
 * Storage's answer; `isAsked`: whether a success has the requested form. It answers 400 to
 * everything and puts the real status into the body.
 */
export function storageResponse(error: Error | null, isAsked: boolean): ServerResponse {
  if (!error) return isAsked ? { status: 200 } : { status: 0, notOurServer: true };
  const { status = 0, statusCode } = error as { status?: number; statusCode?: string };
  return { status: Number(statusCode) || status, message: error.message };
}

/** Stores a file; refused if there is one under the path. */
export async function upload(
  clients: Clients,
  bucket: Bucket,
  { path, type, bytes }: OutgoingFile,
  more: FileOptions = {},
): Promise<ServerResponse> {
  const { data, error } = await clients.storage.from(bucket).upload(path, bytes, {
    ...more,
    contentType: type,
    upsert: false,
  });
  return storageResponse(error, typeof data?.fullPath === 'string');
}

/** Stores a row and requests nothing back: a visitor may not read it. */
export async function insert(
  clients: Clients,
  table: string,
  row: Record<string, unknown>,
): Promise<ServerResponse> {
  return restResponse(await clients.rest.from(table).insert(row));
}

export async function sendFormEmail(
  { functions }: Clients,
  body: Readonly<Record<'type' | 'data', unknown>>,
): Promise<ServerResponse> {
  const { data, error, response } = await functions.invoke('send-form-email', { body });
  if (!error)
    return functionText(data, 'status') !== null
      ? { status: response?.status ?? 200 }
      : { status: 0, notOurServer: true };
  if (!(error instanceof FunctionsHttpError)) return { status: 0, message: String(error) };
  const { status } = error.context as Response;
  const said: unknown = await (error.context as Response).json();
  const { message } = (said ?? {}) as { message?: unknown };
  const code = functionText(said, 'error');
  return {
    status,
    message: typeof message === 'string' ? message : String(error),
    ...(code !== null && { code }),
  };
}

/** Reads the public key of web push; null where the server has none, or lacks the function. */
export async function readPushKey({ functions }: Clients): Promise<Reply<string | null>> {
  const { data, error, response } = await functions.invoke('push-key', { method: 'GET' });
  const status = response?.status ?? 0;
  if (error)
    return status === 404 ? { status: 200, value: null } : { status, message: String(error) };
  const { key } = (data ?? {}) as { key?: unknown };
  return typeof key === 'string' || key === null
    ? { status, value: key }
    : { status: 0, notOurServer: true };
}

type Ask = (
  call: (clients: Clients) => Promise<ServerResponse>,
) => Promise<Pick<ServerResponse, 'message'>>;

export type BucketCheck = (bucket: Bucket, ask: Ask) => Promise<void>;

/**
 * Reads a bucket before its first use in a session, as SPEC.md requires. A failure is logged and
 * changes nothing: buckets come with the schema.
 */
export function createBucketCheck(): BucketCheck {
  const checked = new Set<Bucket>();
  return async (bucket, ask) => {
    if (checked.has(bucket)) return;
    checked.add(bucket);
    const args = {
      target_bucket_id: bucket,
      target_bucket_name: bucket,
      is_public: bucket !== 'resumes',
    };
    const { message } = await ask(async ({ rest }) =>
      restResponse(await rest.rpc('ensure_bucket_exists', args)),
    );
    if (message) console.warn('ensure_bucket_exists failed:', message);
  };
}

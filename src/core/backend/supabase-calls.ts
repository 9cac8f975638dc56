import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient, type FileOptions } from '@supabase/storage-js';
import type { Bucket } from '../domain/entities.ts';
import type { Answer } from './answer.ts';
import type { OutgoingFile } from './backend.ts';
import type { Reply } from './request.ts';
import type { Fetch } from './strict-fetch.ts';

/** One request's way to the project: who asks, and through what. */
export interface Line {
  /** The project's URL, without a slash at its end. */
  url: string;
  headers: Record<string, string>;
  send: Fetch;
}

export const restOf = ({ url, headers, send }: Line) => new PostgrestClient(`${url}/rest/v1`, { headers, fetch: send, retry: false });

export const bucketOf = ({ url, headers, send }: Line, bucket: Bucket) =>
  new StorageClient(`${url}/storage/v1`, headers, send).from(bucket);

interface Said {
  status: number;
  error: { code?: string; message: string } | null;
}

/** What PostgREST said. */
export const restAnswer = ({ status, error }: Said): Answer =>
  error ? { status, ...(error.code && { code: error.code }), message: error.message } : { status };

/** What PostgREST said, with its data when that has the shape asked for. */
export function restReply<T>(said: Said & { data: unknown }, isAsked: (data: unknown) => data is T): Reply<T> {
  const answer = restAnswer(said);
  return !said.error && isAsked(said.data) ? { ...answer, value: said.data } : answer;
}

/** What Storage said. It answers 400 to everything and keeps the real status in the body. */
export function storageAnswer(error: Error | null): Answer {
  if (!error) return { status: 200 };
  const { status = 0, statusCode } = error as { status?: number; statusCode?: string };
  return { status: Number(statusCode) || status, message: error.message };
}

/** Stores a file that must not be there yet. */
export async function upload(line: Line, bucket: Bucket, { path, type, bytes }: OutgoingFile, options: FileOptions = {}): Promise<Answer> {
  const { error } = await bucketOf(line, bucket).upload(path, bytes, { ...options, contentType: type, upsert: false });
  return storageAnswer(error);
}

/** Stores a row, and asks for nothing back: a visitor may not read it. */
export async function insert(line: Line, table: string, row: Record<string, unknown>): Promise<Answer> {
  return restAnswer(await restOf(line).from(table).insert(row));
}

export async function sendFormEmail({ url, headers, send }: Line, body: Record<string, unknown>): Promise<Answer> {
  const functions = new FunctionsClient(`${url}/functions/v1`, { headers, customFetch: send });
  const { error } = await functions.invoke('send-form-email', { body });
  if (!error) return { status: 200 };
  const status = error instanceof FunctionsHttpError ? (error.context as Response).status : 0;
  return { status, message: String(error) };
}

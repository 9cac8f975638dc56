import { FunctionsClient, FunctionsHttpError } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { TABLE_OF } from '../domain/submission.ts';
import { readAlert, readInsert, readUpload, type Answer } from './answer.ts';
import type { Backend } from './backend.ts';
import { strictFetch, type Seen } from './strict-fetch.ts';
import { toAlert, toRow } from './wire.ts';

type Fetch = typeof globalThis.fetch;

interface Options {
  /** The project's URL, without a slash at its end. */
  url: string;
  publishableKey: string;
  fetch?: Fetch;
  /** Makes the fetch of an upload that tells its progress, on a platform that has one. */
  uploadFetch?: (onProgress: (sentBytes: number) => void) => Fetch;
}

/**
 * The one adapter of the backend port: Supabase, through clients that carry the publishable key and never a session,
 * so that a signed-in administrator's expired token can't hold a visitor's submission back.
 */
export function createSupabaseBackend({ url, publishableKey, fetch = globalThis.fetch, uploadFetch = () => fetch }: Options): Backend {
  const headers = { apikey: publishableKey };
  let bucketEnsured = false;

  /** One request with its own deadline; `ask` turns what the client says into an answer. */
  async function request(timeoutMs: number, ask: (send: Fetch) => Promise<Answer>, through = fetch): Promise<Answer> {
    const seen: Seen = {};
    const send = strictFetch(through.bind(globalThis), timeoutMs, seen);
    const answer = await ask(send).catch((error: unknown): Answer => ({ status: 0, message: String(error) }));
    return { ...answer, ...seen };
  }

  const rest = (send: Fetch) =>
    new PostgrestClient(`${url}/rest/v1`, { headers, fetch: send, retry: false });

  /** The product's contract asks for this call once a session; its failure changes nothing, buckets come with the schema. */
  async function ensureBucket(timeoutMs: number) {
    if (bucketEnsured) return;
    bucketEnsured = true;
    const { message } = await request(timeoutMs, async (send) => {
      const args = { target_bucket_id: 'resumes', target_bucket_name: 'resumes', is_public: false };
      const { status, error } = await rest(send).rpc('ensure_bucket_exists', args);
      return { status, ...(error && { message: error.message }) };
    });
    if (message) console.warn('ensure_bucket_exists failed:', message);
  }

  return {
    async uploadResume({ path, type, bytes }, timeoutMs, onProgress = () => undefined) {
      await ensureBucket(timeoutMs);
      const upload = async (send: Fetch): Promise<Answer> => {
        const bucket = new StorageClient(`${url}/storage/v1`, headers, send).from('resumes');
        const { error } = await bucket.upload(path, bytes, { contentType: type, upsert: false });
        if (!error) return { status: 200 };
        // Storage answers 400 to everything and keeps the real status in the body.
        const { status = 0, statusCode } = error as { status?: number; statusCode?: string };
        return { status: Number(statusCode) || status, message: error.message };
      };
      return readUpload(await request(timeoutMs, upload, uploadFetch(onProgress)));
    },

    async insertRecord(record, timeoutMs) {
      const answer = await request(timeoutMs, async (send) => {
        const { status, error } = await rest(send).from(TABLE_OF[record.kind]).insert(toRow(record));
        return error ? { status, code: error.code, message: error.message } : { status };
      });
      return readInsert(answer);
    },

    async sendAlert(record, timeoutMs) {
      const answer = await request(timeoutMs, async (send) => {
        const functions = new FunctionsClient(`${url}/functions/v1`, { headers, customFetch: send });
        const { error } = await functions.invoke('send-form-email', { body: toAlert(record) });
        if (!error) return { status: 200 };
        const status = error instanceof FunctionsHttpError ? (error.context as Response).status : 0;
        return { status, message: String(error) };
      });
      return readAlert(answer);
    },
  };
}

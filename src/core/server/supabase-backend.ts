import { tableOf, toAlert, toRow } from '../domain/submission.ts';
import { readAlert, readInsert, readUpload } from './answer.ts';
import type { Answer } from './request-faults.ts';
import type { Backend } from './backend.ts';
import {
  createBucketCheck,
  insert,
  partsOf,
  sendFormEmail,
  upload,
  type Clients,
} from './supabase-calls.ts';
import { request, type Connection, type Fetch } from './request.ts';

/**
 * Storage sends this after `max-age=` with a file read by a token. By a signed link it lets a
 * browser keep the file for an hour: the portal reads those with `no-store`
 * (portal/sync/fetch-resume.ts).
 */
const NOT_CACHED = '0, no-store';

export interface SupabaseOptions {
  /** The project's URL, without a slash at its end. */
  url: string;
  publishableKey: string;
  fetch?: Fetch;
  /** Makes the fetch of an upload with progress, on a platform that has one. */
  uploadFetch?: (onProgress: (sentBytes: number) => void) => Fetch;
}

/**
 * The adapter of the visitors' port: Supabase, through clients with the publishable key and never a
 * session, so that a signed-in administrator's expired token cannot delay a visitor's submission.
 */
export function createSupabaseBackend({
  url,
  publishableKey,
  fetch = globalThis.fetch,
  uploadFetch = () => fetch,
}: SupabaseOptions): Backend {
  const headers = { apikey: publishableKey };
  const connection: Connection = { mayBeClosed: false };

  const ask = (timeoutMs: number, call: (clients: Clients) => Promise<Answer>, through = fetch) =>
    request(through, timeoutMs, (send) => call(partsOf(url, headers, send)), { connection });

  const ensureBucket = createBucketCheck();

  return {
    async uploadResume(file, timeoutMs, onProgress = () => undefined) {
      await ensureBucket('resumes', (call) => ask(timeoutMs, call));
      return readUpload(
        await ask(
          timeoutMs,
          (clients) => upload(clients, 'resumes', file, { cacheControl: NOT_CACHED }),
          uploadFetch(onProgress),
        ),
      );
    },

    async insertRecord(record, timeoutMs) {
      return readInsert(
        await ask(timeoutMs, (clients) => insert(clients, tableOf(record), toRow(record))),
      );
    },

    async sendAlert(record, timeoutMs) {
      return readAlert(await ask(timeoutMs, (clients) => sendFormEmail(clients, toAlert(record))));
    },
  };
}

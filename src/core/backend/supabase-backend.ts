import { TABLE_OF } from '../domain/submission.ts';
import { readAlert, readInsert, readUpload, type Answer } from './answer.ts';
import type { Backend } from './backend.ts';
import { createBucketCheck } from './bucket-check.ts';
import { request } from './request.ts';
import type { Fetch } from './strict-fetch.ts';
import { insert, sendFormEmail, upload, type Line } from './supabase-calls.ts';
import { toAlert, toRow } from './wire.ts';

export interface SupabaseOptions {
  /** The project's URL, without a slash at its end. */
  url: string;
  publishableKey: string;
  fetch?: Fetch;
  /** Makes the fetch of an upload that tells its progress, on a platform that has one. */
  uploadFetch?: (onProgress: (sentBytes: number) => void) => Fetch;
}

/**
 * The adapter of the visitors' port: Supabase, through clients that carry the publishable key and never a session,
 * so that a signed-in administrator's expired token can't hold a visitor's submission back.
 */
export function createSupabaseBackend({ url, publishableKey, fetch = globalThis.fetch, uploadFetch = () => fetch }: SupabaseOptions): Backend {
  const headers = { apikey: publishableKey };

  const ask = (timeoutMs: number, call: (line: Line) => Promise<Answer>, through = fetch) =>
    request(through, timeoutMs, (send) => call({ url, headers, send }));

  const ensureBucket = createBucketCheck();

  return {
    async uploadResume(file, timeoutMs, onProgress = () => undefined) {
      await ensureBucket('resumes', (call) => ask(timeoutMs, call));
      return readUpload(await ask(timeoutMs, (line) => upload(line, 'resumes', file), uploadFetch(onProgress)));
    },

    async insertRecord(record, timeoutMs) {
      return readInsert(await ask(timeoutMs, (line) => insert(line, TABLE_OF[record.kind], toRow(record))));
    },

    async sendAlert(record, timeoutMs) {
      return readAlert(await ask(timeoutMs, (line) => sendFormEmail(line, toAlert(record))));
    },
  };
}

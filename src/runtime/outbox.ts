import type { Backend, SendResult } from '../core/server/backend.ts';
import { DEVICE } from '../core/outbox/deliver.ts';
import { flush, type FlushOptions } from '../core/outbox/run.ts';
import {
  createSubmissionStore,
  submissionKind,
  type SubmissionStore,
} from '../core/submissions/submission-kind.ts';
import { env } from './env.ts';
import { db } from './database.ts';
import { createFlusher } from './flusher.ts';
import { noteUpload, uploadFetch } from './uploads.ts';

let backend: Promise<Backend> | undefined;

/**
 * Loads the code that sends, which a page without a request or a touched form does not need.
 * Rejects when its file cannot be fetched; the next call fetches it again.
 */
export function loadBackend(): Promise<Backend> {
  backend ??= import('../core/server/supabase-backend.ts').then(
    ({ createSupabaseBackend }) =>
      createSupabaseBackend({
        url: env.supabaseUrl,
        publishableKey: env.publishableKey,
        uploadFetch,
      }),
    (error: unknown) => {
      backend = undefined;
      throw error;
    },
  );
  return backend;
}

const NOT_LOADED: SendResult = { outcome: 'retry', reason: 'offline' };

/** Without its code nothing can be sent, as without a connection. */
const send = async (request: (backend: Backend) => Promise<SendResult>): Promise<SendResult> => {
  const loaded = await loadBackend().catch(() => null);
  return loaded ? request(loaded) : NOT_LOADED;
};

const backendWhenNeeded: Backend = {
  uploadResume: (...request) => send((loaded) => loaded.uploadResume(...request)),
  insertRecord: (...request) => send((loaded) => loaded.insertRecord(...request)),
  sendAlert: (...request) => send((loaded) => loaded.sendAlert(...request)),
};

/** Flushes a store from this page. */
export const flushSubmissions = (store: SubmissionStore, options: FlushOptions) =>
  flush(
    submissionKind(store, { backend: backendWhenNeeded, place: 'page', onUpload: noteUpload }),
    DEVICE,
    options,
  );

export const submissionFlusher = createFlusher((options) =>
  flushSubmissions(createSubmissionStore(db), options),
);

export const requestFlush = submissionFlusher.request;

import { createSupabaseBackend } from '../core/server/supabase-backend.ts';
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

const backend = createSupabaseBackend({
  url: env.supabaseUrl,
  publishableKey: env.publishableKey,
  uploadFetch,
});

/** Flushes a store from this page. */
export const flushSubmissions = (store: SubmissionStore, options: FlushOptions) =>
  flush(submissionKind(store, { backend, place: 'page', onUpload: noteUpload }), DEVICE, options);

export const submissionFlusher = createFlusher((options) =>
  flushSubmissions(createSubmissionStore(db), options),
);

export const requestFlush = submissionFlusher.request;

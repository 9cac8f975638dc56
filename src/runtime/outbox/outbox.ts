import { createSupabaseBackend } from '../../core/backend/supabase-backend.ts';
import { DEVICE } from '../../core/outbox/deliver.ts';
import { flush, type FlushOptions } from '../../core/outbox/run.ts';
import { Database } from '../../core/store/database.ts';
import {
  createSubmissionStore,
  submissionKind,
  type SubmissionStore,
} from '../../core/submissions/submission-kind.ts';
import { env } from '../app/env.ts';
import { after } from '../app/listeners.ts';
import { createFlusher } from './flusher.ts';
import { noteUpload, uploadFetch } from './uploads.ts';

export const db = new Database();

/** A storage that is silent, or broken, is left to those who use it. */
const PATIENCE_MS = 1000;

async function open(): Promise<void> {
  await after(0, null);
  await Promise.race([db.open().catch(() => null), after(PATIENCE_MS, null)]);
}

/**
 * Resolves when the database is open, which begins in a task of its own as this is loaded: all that asked before it was open would be
 * answered in one task. For what nobody waits for; never rejects.
 */
export const whenOpen = open();

const backend = createSupabaseBackend({
  url: env.supabaseUrl,
  publishableKey: env.publishableKey,
  uploadFetch,
});

/** Sends what is due of a store, from this page. */
export const flushSubmissions = (store: SubmissionStore, options: FlushOptions) =>
  flush(submissionKind(store, { backend, place: 'page', onUpload: noteUpload }), DEVICE, options);

export const submissionFlusher = createFlusher((options) =>
  flushSubmissions(createSubmissionStore(db), options),
);

export const requestFlush = submissionFlusher.request;

import { createSupabaseBackend } from '../core/backend/supabase-backend.ts';
import { DEVICE } from '../core/outbox/attempt.ts';
import type { DeliveryDeps } from '../core/outbox/deliver.ts';
import { createDexieQueue } from '../core/outbox/dexie-queue.ts';
import { flush } from '../core/outbox/flush.ts';
import type { Queue } from '../core/outbox/queue.ts';
import { Database } from '../core/store/database.ts';
import { env } from './env.ts';
import { createFlusher } from './flusher.ts';
import { uploadFetch } from './upload-fetch.ts';
import { noteUpload } from './uploads.ts';

export const db = new Database();

const backend = createSupabaseBackend({ url: env.supabaseUrl, publishableKey: env.publishableKey, uploadFetch });

/** What a flush in this page works with, over the given queue. */
export const deliveryDeps = (queue: Queue): DeliveryDeps => ({ ...DEVICE, queue, backend, place: 'page', onUpload: noteUpload });

export const outboxFlusher = createFlusher((options) => flush(deliveryDeps(createDexieQueue(db)), options));

export const requestFlush = outboxFlusher.request;

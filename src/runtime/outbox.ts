import { createSupabaseBackend } from '../core/backend/supabase-backend.ts';
import type { DeliveryDeps } from '../core/outbox/deliver.ts';
import { createDexieQueue } from '../core/outbox/dexie-queue.ts';
import { flush } from '../core/outbox/flush.ts';
import type { Queue } from '../core/outbox/queue.ts';
import { createFlushRequester } from '../core/outbox/request-flush.ts';
import { Database } from '../core/store/database.ts';
import { env } from './env.ts';
import { uploadFetch } from './upload-fetch.ts';
import { noteUpload } from './uploads.ts';

export const db = new Database();

const backend = createSupabaseBackend({ url: env.supabaseUrl, publishableKey: env.publishableKey, uploadFetch });

/** What a flush in this page works with, over the given queue. */
export const deliveryDeps = (queue: Queue): DeliveryDeps => ({
  queue,
  backend,
  place: 'page',
  now: Date.now,
  random: Math.random,
  isOffline: () => !navigator.onLine,
  onUpload: noteUpload,
});

const requester = createFlushRequester(globalThis.navigator?.locks, (options) => flush(deliveryDeps(createDexieQueue(db)), options));

type Listener = (nextInMs: number | null) => void;
const listeners = new Set<Listener>();

/** Tells after each flush of this page when the next entry is due, in ms; null when none waits. */
export function onFlushed(listener: Listener): void {
  listeners.add(listener);
}

/** Asks for a flush of everything due. Never rejects: a browser that can't read its queue has nothing to send. */
export async function requestFlush(request: { eager: boolean }): Promise<void> {
  const report = await requester(request).catch((error: unknown) => {
    console.warn('The outbox could not be read:', error);
    return { waiting: [], nextInMs: null };
  });
  for (const listener of listeners) listener(report.nextInMs);
}

import { createSupabaseBackend } from '../src/core/backend/supabase-backend.ts';
import { DEVICE } from '../src/core/outbox/attempt.ts';
import { createDexieQueue } from '../src/core/outbox/dexie-queue.ts';
import { flush } from '../src/core/outbox/flush.ts';
import { createFlushRequester } from '../src/core/outbox/request-flush.ts';
import { Database } from '../src/core/store/database.ts';
import { env } from './env.ts';

const queue = createDexieQueue(new Database());
const backend = createSupabaseBackend({ url: env.supabaseUrl, publishableKey: env.publishableKey });

const requestFlush = createFlushRequester(navigator.locks, (options) => flush({ ...DEVICE, queue, backend, place: 'worker' }, options));

/**
 * Sends what waits, with every page closed if need be. Rejects while the tag's entry still waits, which asks the browser
 * to try again later.
 */
export async function syncOutbox(tag: string): Promise<void> {
  const { waiting } = await requestFlush({ eager: true });
  const id = tag.slice(TAG_PREFIX.length);
  if (waiting.includes(id)) throw new Error('The submission still waits');
}

const TAG_PREFIX = 'outbox:';

export const isOutboxTag = (tag: string) => tag.startsWith(TAG_PREFIX);

import type { Outbox } from '../../../src/core/outbox/flush.ts';
import { createMemoryQueue } from '../../../src/core/outbox/memory-queue.ts';
import type { Database } from '../../../src/core/store/database.ts';
import { createPageOutbox, type PageOutboxDeps } from '../../../src/runtime/page-outbox.ts';

/** The locks of a device whose other tab flushes for ever: a page with them sends nothing. */
export const BUSY_LOCKS = {
  request: () => new Promise(() => undefined),
  query: async () => ({ held: [] }),
} as unknown as LockManager;

const never = () => new Promise<never>(() => undefined);

/** A page's outbox over a test's, without Web Locks, and where no time passes. */
export const pageOf = <Ports>(
  outbox: Outbox<Ports> & { db: Database },
  changes: Partial<PageOutboxDeps<Ports>> = {},
) =>
  createPageOutbox<Ports>({
    ...outbox,
    memory: createMemoryQueue(),
    locks: undefined,
    after: never,
    requestSync: () => undefined,
    askToPersist: () => undefined,
    ...changes,
  });

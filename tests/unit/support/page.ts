import { onTestFinished, vi } from 'vitest';
import type { Outbox } from '../../../src/core/outbox/flush.ts';
import { createMemoryQueue } from '../../../src/core/outbox/memory-queue.ts';
import type { Database } from '../../../src/core/store/database.ts';
import { createPageOutbox, type PageOutboxDeps } from '../../../src/runtime/page-outbox.ts';

/** The locks of a device whose other tab flushes for ever: a page with them sends nothing. */
export const BUSY_LOCKS = {
  request: () => new Promise(() => undefined),
  query: async () => ({ held: [] }),
} as unknown as LockManager;

export const never = () => new Promise<never>(() => undefined);

/** A page's outbox over a test's, without Web Locks, and where no time passes. */
export const pageOf = <Ports>(
  outbox: Outbox<Ports> & { db: Database },
  changes: Partial<PageOutboxDeps<Ports>> = {},
) => {
  // The page goes on after its test, without its database.
  onTestFinished(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
  return createPageOutbox<Ports>({
    ...outbox,
    memory: createMemoryQueue(),
    locks: undefined,
    after: never,
    requestSync: () => undefined,
    askToPersist: () => undefined,
    ...changes,
  });
};

/** Waits that end when the test says so. */
export function createTimers() {
  const waiting: { ms: number; end: () => void }[] = [];
  return {
    after: <T>(ms: number, value: T) =>
      new Promise<T>((resolve) => waiting.push({ ms, end: () => resolve(value) })),
    /** Ends the next wait of this length, once it has begun. */
    pass: (ms: number) =>
      vi.waitFor(() => {
        const at = waiting.findIndex((one) => one.ms === ms);
        if (at < 0) throw new Error(`Nothing waits for ${ms} ms`);
        waiting.splice(at, 1)[0]?.end();
      }),
  };
}

import type { FlushOptions, FlushReport } from '../core/outbox/run-queue.ts';
import { createFlushRequester } from '../core/outbox/request-flush.ts';

export interface Flusher {
  /** Asks for a flush of everything due. Never rejects: a browser that can't read its queue has nothing to send. */
  request(wish: { eager: boolean }): Promise<void>;
  /** Tells after each flush of this page when the next entry is due, in ms; null when none waits. */
  onFlushed(listener: (nextInMs: number | null) => void): void;
}

/** Runs flushes in this page, one at a time over all tabs and the worker. */
export function createFlusher(runFlush: (options: FlushOptions) => Promise<FlushReport>): Flusher {
  const requestRun = createFlushRequester(globalThis.navigator?.locks, runFlush);
  const listeners = new Set<(nextInMs: number | null) => void>();
  return {
    async request(wish) {
      const report = await requestRun(wish).catch((error: unknown) => {
        console.warn('The outbox could not be read:', error);
        return { waiting: [], nextInMs: null };
      });
      for (const listener of listeners) listener(report.nextInMs);
    },
    onFlushed: (listener) => void listeners.add(listener),
  };
}

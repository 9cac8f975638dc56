import { createFlushRequester, type FlushOptions, type FlushReport } from '../../core/outbox/run.ts';
import { isClosed } from '../../core/store/database.ts';
import { createListeners } from '../app/listeners.ts';

export interface Flusher {
  /** Asks for a flush of everything due. Never rejects: a browser that can't read its queue has nothing to send. */
  request(options: Pick<FlushOptions, 'eager'>): Promise<void>;
  /** Tells after each flush of this page when the next entry is due, in ms; null when none waits. */
  onFlushed(listener: (nextInMs: number | null) => void): void;
}

/** How long a run rests whose database was closed under it: what waits is still there. */
const CLOSED_REST_MS = 60_000;

/** Runs flushes in this page, one at a time over all tabs and the worker. */
export function createFlusher(runFlush: (options: FlushOptions) => Promise<FlushReport>): Flusher {
  const requestRun = createFlushRequester(globalThis.navigator?.locks, runFlush);
  const listeners = createListeners<number | null>();
  return {
    async request(options) {
      const report = await requestRun(options).catch((error: unknown) => {
        console.warn('The outbox is unreadable:', error);
        return { waiting: [], nextInMs: isClosed(error) ? CLOSED_REST_MS : null };
      });
      listeners.tell(report.nextInMs);
    },
    onFlushed: listeners.add,
  };
}

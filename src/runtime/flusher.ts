import { WAITS } from '../core/outbox/waits.ts';
import { createFlushRequester, type FlushOptions, type FlushReport } from '../core/outbox/flush.ts';
import { isClosed } from '../core/store/database.ts';
import { onReopened } from '../core/store/reopening-database.ts';
import { createListeners, onReturn } from './listeners.ts';

export interface Flusher {
  /**
   * Asks for a flush of everything due. Never rejects: a browser that cannot read its queue has
   * nothing to send.
   */
  request(options: Pick<FlushOptions, 'eager'>): Promise<void>;
  /**
   * Called after each flush of this page with the ms until the next entry is due; null when none
   * waits.
   */
  onFlushed(listener: (nextInMs: number | null) => void): void;
}

/** Runs flushes in this page, one at a time over all tabs and the worker. */
export function createFlusher(runFlush: (options: FlushOptions) => Promise<FlushReport>): Flusher {
  const requestRun = createFlushRequester(globalThis.navigator?.locks, runFlush);
  const listeners = createListeners<number | null>();
  return {
    async request(options) {
      const report = await requestRun(options).catch((error: unknown) => {
        console.warn('The outbox is unreadable:', error);
        return { waiting: [], nextInMs: isClosed(error) ? WAITS.closed : null };
      });
      listeners.emit(report.nextInMs);
    },
    onFlushed: listeners.add,
  };
}

/**
 * Flushes at start, when the connection, the person or the database returns, and when an entry is
 * due.
 */
export function startTriggers({ request, onFlushed }: Flusher): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onFlushed((nextInMs) => {
    clearTimeout(timer);
    if (nextInMs === null) return;
    timer = setTimeout(
      () => void request({ eager: false }),
      Math.min(Math.max(nextInMs, WAITS.betweenFlushes), WAITS.longestTimer),
    );
  });
  addEventListener('online', () => void request({ eager: true }));
  addEventListener('pageshow', () => void request({ eager: false }));
  onReturn(() => void request({ eager: false }));
  onReopened(() => void request({ eager: true }));
  void request({ eager: true });
}

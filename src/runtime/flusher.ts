import { WAITS } from '../core/outbox/waits.ts';
import { createFlushRequester, type FlushOptions, type FlushReport } from '../core/outbox/run.ts';
import { isClosed, isFull } from '../core/store/database.ts';
import { liveRead } from '../core/store/live-read.ts';
import { after, createListeners } from './listeners.ts';

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
 * Watches the device until a decision is stored, by this page, another tab or the worker. `read`
 * returns null before that.
 */
export const untilDecided = <T>(read: () => Promise<T | null>): Promise<T> =>
  new Promise((resolve) => {
    const subscription = liveRead(read).subscribe(({ value: decided, error }) => {
      if (error !== null) console.warn('What waits could not be read:', error);
      if (decided === undefined || decided === null) return;
      resolve(decided);
      // The first value may come before there is a subscription to stop.
      queueMicrotask(() => subscription.unsubscribe());
    });
  });

/**
 * Resolves with the decision about an entry. Null: there is none, because the flush that was to
 * send it has `flushed` and left it, this device cannot read it now, or an entry that is stored
 * (`isStored`) has none after ten seconds.
 */
export const whenDecided = <T>(
  read: () => Promise<T | null>,
  flushed: Promise<void>,
  isStored: boolean,
): Promise<T | null> =>
  Promise.race([
    untilDecided(read),
    flushed.then(read).catch((error: unknown) => {
      if (!isClosed(error) && !isFull(error)) throw error;
      return null;
    }),
    ...(isStored ? [after(WAITS.decision, null)] : []),
  ]);

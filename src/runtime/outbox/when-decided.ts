import { liveQuery } from 'dexie';
import { after } from '../app/listeners.ts';

const PATIENCE_MS = 10_000;

/**
 * Watches what waits on this device until something is decided, whoever sends it: this page, another tab or the worker. `read`
 * answers null while that is open.
 */
export const untilDecided = <T>(read: () => Promise<T | null>): Promise<T> =>
  new Promise((resolve) => {
    const subscription = liveQuery(read).subscribe({
      next(decided) {
        if (decided === null) return;
        resolve(decided);
        // The first answer may come before there is anything to stop.
        queueMicrotask(() => subscription.unsubscribe());
      },
      error: (error: unknown) => console.warn('What waits could not be watched:', error),
    });
  });

/**
 * Resolves with what is decided for somebody who waits, after ten seconds at most. Null: it waits on this device, because that long nothing was decided, or
 * because the flush that was to send it has `flushed` and left it.
 */
export const whenDecided = <T>(read: () => Promise<T | null>, flushed: Promise<void>): Promise<T | null> =>
  Promise.race([untilDecided(read), flushed.then(read), after(PATIENCE_MS, null)]);

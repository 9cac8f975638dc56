import { onFlushed, requestFlush } from './outbox.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

/** A timeout longer than this overflows, and asking once an hour costs nothing. */
const LONGEST_TIMER_MS = 60 * 60_000;

/** Flushes whenever there is hope: at start, when the connection or the person comes back, and when an entry is due. */
export function startTriggers(): void {
  onFlushed((nextInMs) => {
    clearTimeout(timer);
    if (nextInMs === null) return;
    // Half a second at least, so that an entry another context holds is not asked for in a tight loop.
    timer = setTimeout(() => void requestFlush({ eager: false }), Math.min(Math.max(nextInMs, 500), LONGEST_TIMER_MS));
  });
  addEventListener('online', () => void requestFlush({ eager: true }));
  addEventListener('pageshow', () => void requestFlush({ eager: false }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void requestFlush({ eager: false });
  });
  void requestFlush({ eager: true });
}

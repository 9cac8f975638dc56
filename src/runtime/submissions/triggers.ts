import type { Flusher } from '../outbox/flusher.ts';
import { onReturn } from '../app/listeners.ts';

/** A timeout longer than this overflows, and asking once an hour costs nothing. */
const LONGEST_TIMER_MS = 60 * 60_000;

/** Flushes whenever there is hope: at start, when the connection or the person comes back, and when an entry is due. */
export function startTriggers({ request, onFlushed }: Flusher): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onFlushed((nextInMs) => {
    clearTimeout(timer);
    if (nextInMs === null) return;
    // Half a second at least, so that an entry another context holds is not asked for in a tight loop.
    timer = setTimeout(() => void request({ eager: false }), Math.min(Math.max(nextInMs, 500), LONGEST_TIMER_MS));
  });
  addEventListener('online', () => void request({ eager: true }));
  addEventListener('pageshow', () => void request({ eager: false }));
  onReturn(() => void request({ eager: false }));
  void request({ eager: true });
}

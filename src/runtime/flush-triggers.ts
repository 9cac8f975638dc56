import { WAITS } from '../core/outbox/waits.ts';
import { onReopened } from '../core/store/reopening-database.ts';
import { onReturn } from './listeners.ts';
import type { PageOutbox } from './page-outbox.ts';

/**
 * Flushes at start, when the connection, the person or the database returns, and when an entry is
 * due.
 */
export function startTriggers({
  requestFlush,
  onFlushed,
}: Pick<PageOutbox, 'requestFlush' | 'onFlushed'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onFlushed((nextInMs) => {
    clearTimeout(timer);
    if (nextInMs === null) return;
    timer = setTimeout(
      () => void requestFlush({ eager: false }),
      Math.min(Math.max(nextInMs, WAITS.betweenFlushes), WAITS.longestTimer),
    );
  });
  addEventListener('online', () => void requestFlush({ eager: true }));
  addEventListener('pageshow', () => void requestFlush({ eager: false }));
  onReturn(() => void requestFlush({ eager: false }));
  onReopened(() => void requestFlush({ eager: true }));
  void requestFlush({ eager: true });
}

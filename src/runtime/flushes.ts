import { useEffect, useState } from 'react';
import { WAITS } from '../core/outbox/waits.ts';
import type { FlushView } from '../core/outbox/entry.ts';
import { isFlushing, whenFlushed } from '../core/outbox/run.ts';
import { onReopened } from '../core/store/reopening-database.ts';
import { onReturn } from './listeners.ts';
import type { Flusher } from './flusher.ts';

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

/** The circumstances that decide where waiting entries stand. */
export const readFlushView = async (): Promise<FlushView> => ({
  now: Date.now(),
  isFlushing: await isFlushing(globalThis.navigator?.locks),
});

/**
 * Counts the ends of flushes while an entry is shown as being sent: a killed tab changes nothing
 * that is stored. Returns the count, and a function that says whether an entry is shown so.
 */
export function useFlushEnds(): [ends: number, showSending: (isSending: boolean) => void] {
  const [isSending, showSending] = useState(false);
  const [ends, setEnds] = useState(0);
  useEffect(() => {
    if (!isSending || !navigator.locks) return;
    const leaving = new AbortController();
    whenFlushed(navigator.locks, leaving.signal).then(
      () => setEnds(ends + 1),
      () => undefined,
    );
    return () => leaving.abort();
  }, [isSending, ends]);
  return [ends, showSending];
}

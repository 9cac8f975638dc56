import { useEffect, useState } from 'react';
import type { Look } from '../core/outbox/entry.ts';
import { isFlushing, whenFlushed } from '../core/outbox/run.ts';
import { onReopened } from '../core/store/reopening-database.ts';
import { onReturn } from './listeners.ts';
import type { Flusher } from './flusher.ts';

/** A timeout longer than this overflows, and asking once an hour costs nothing. */
const LONGEST_TIMER_MS = 60 * 60_000;

/** Flushes whenever there is hope: at start, when the connection, the person or the database comes back, and when an entry is due. */
export function startTriggers({ request, onFlushed }: Flusher): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  onFlushed((nextInMs) => {
    clearTimeout(timer);
    if (nextInMs === null) return;
    // Half a second at least, so that an entry another context holds is not asked for in a tight loop.
    timer = setTimeout(
      () => void request({ eager: false }),
      Math.min(Math.max(nextInMs, 500), LONGEST_TIMER_MS),
    );
  });
  addEventListener('online', () => void request({ eager: true }));
  addEventListener('pageshow', () => void request({ eager: false }));
  onReturn(() => void request({ eager: false }));
  onReopened(() => void request({ eager: true }));
  void request({ eager: true });
}

/** What there is to know now to say where waiting entries stand. */
export const lookAround = async (): Promise<Look> => ({
  now: Date.now(),
  isFlushing: await isFlushing(globalThis.navigator?.locks),
});

/**
 * Counts the ends of flushes while something is shown as being sent: a tab that is killed in the middle changes nothing that is
 * stored. Answers the count, and a way to say whether something is shown so.
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

import { useEffect, useState } from 'react';
import type { FlushView } from '../core/outbox/entry.ts';
import { isFlushing, whenFlushed } from '../core/outbox/flush.ts';

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

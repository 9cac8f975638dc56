import { useEffect, useState } from 'react';
import type { Look } from '../../core/outbox/entry.ts';
import { isFlushing, whenFlushed } from '../../core/outbox/run.ts';

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

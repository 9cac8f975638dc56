import { useEffect, useRef, useState } from 'react';

/**
 * A value that changes at most this often, for a progress in a status: a screen reader reads each
 * change. The first change and the last value come through.
 */
export function useSpaced<T>(value: T, everyMs: number): T {
  const [spaced, setSpaced] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    if (value === spaced) return;
    const timer = setTimeout(
      () => {
        changedAt.current = performance.now();
        setSpaced(value);
      },
      changedAt.current + everyMs - performance.now(),
    );
    return () => clearTimeout(timer);
  }, [value, spaced, everyMs]);
  return spaced;
}

import { useCallback, useEffect, useRef, useState } from 'react';

/** A read's last value, whose `read` is the one that gave it; none before the first. */
interface Last<T> {
  value: T;
  read: () => Promise<T>;
}

/**
 * A value that is read once, and again on request; null before the first value of this `read`, and
 * while it rejects. Memoise `read`. A reading that ends after a later one began changes nothing, nor
 * does a first reading that ends after the component was left.
 */
export function useRead<T>(read: () => Promise<T>): {
  value: T | null;
  /** Reads again; resolves once the value is there. */
  again: () => Promise<void>;
} {
  const [last, setLast] = useState<Last<T> | null>(null);
  const begun = useRef(0);
  const again = useCallback(async () => {
    const run = ++begun.current;
    const value = await read();
    if (run === begun.current) setLast({ value, read });
  }, [read]);
  const leave = useCallback(() => void begun.current++, []);
  useEffect(() => {
    again().catch(() => undefined);
    return leave;
  }, [again, leave]);
  return { value: last?.read === read ? last.value : null, again };
}

import { useCallback, useEffect, useState } from 'react';

/** A read's last value, whose `read` is the one that gave it; none before the first. */
interface Last<T> {
  value: T;
  read: () => Promise<T>;
}

/**
 * A value that is read once, and again on request; null before the first value of this `read`, and
 * while it rejects. Memoise `read`. A first reading that ends after the component was
 * left changes nothing.
 */
export function useRead<T>(read: () => Promise<T>): {
  value: T | null;
  /** Reads again; resolves once the value is there. */
  again: () => Promise<void>;
} {
  const [last, setLast] = useState<Last<T> | null>(null);
  useEffect(() => {
    let isLeft = false;
    read().then(
      (value) => isLeft || setLast({ value, read }),
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [read]);
  const again = useCallback(async () => setLast({ value: await read(), read }), [read]);
  return { value: last?.read === read ? last.value : null, again };
}

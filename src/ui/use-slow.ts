import { useEffect, useState } from 'react';

/** Long enough that a usual answer on a slow phone shows nothing. */
const SLOW_AFTER_MS = 5000;

/** True once something has been under way for five seconds. */
export function useSlow(isUnderWay: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isUnderWay]);
  return isSlow;
}

import { useEffect, useState } from 'react';
import { clockCorrection } from '../../core/domain/clock-difference.ts';
import { londonTime, type LondonTime } from '../../core/domain/london-time.ts';
import { createLondonClock } from '../../runtime/use-london-time.ts';
import type { Lists } from './list-store.ts';
import { currentLists, useLists } from './use-lists.ts';

const MINUTE = 60_000;

const correctionOf = ({ latest }: Lists): number => clockCorrection(latest, Date.now());

/**
 * How far this device's clock is behind the server's, in milliseconds; negative if it is ahead, and 0
 * while both agree within an hour or nothing is known.
 */
export const useClockCorrection = (): number => useLists(correctionOf);

/** The time by which the portal decides days, in milliseconds since 1970: the server's, if it differs. */
const officeNow = (): number => Date.now() + correctionOf(currentLists());

/** London's clock at \`officeNow\`. */
export const officeTime = (): LondonTime => londonTime(officeNow());

const useHours = createLondonClock(officeNow);

/** \`officeTime\`, updated each hour. */
export function useOfficeTime(): LondonTime {
  useClockCorrection();
  return useHours();
}

/** \`officeNow\`, updated each minute. */
export function useMinute(): number {
  const correction = useClockCorrection();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now + correction;
}

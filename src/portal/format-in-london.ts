import { format, parseISO } from 'date-fns';
import { londonClock } from '../core/domain/london-time.ts';

/** A time in London's zone on any device, as the filters' days are. `at`: an ISO text. */
export const formatInLondon = (at: string, pattern: string): string =>
  format(parseISO(londonClock(Date.parse(at))), pattern);

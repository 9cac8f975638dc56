import { sha256 } from './sha256.ts';

/**
 * The UID of a booking's calendar files, the same in mail, site and portal for good: calendars keep
 * it. A hash, because calendars are shared and published, and the booking's id is its key.
 */
export const calendarUid = async (id: string): Promise<string> =>
  (await sha256(`calendar ${id}`)).slice(0, 32);

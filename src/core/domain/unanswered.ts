import type { BookingEvent } from './booking-events.ts';

interface Requested {
  status: string;
  /** ISO 8601. */
  created_at: string;
  events: readonly BookingEvent[];
}

/**
 * The requests that wait for the office, the longest wait first, each with its beginning, ISO 8601.
 * After an offer a request waits for its customer.
 */
export const unanswered = <Row extends Requested>(
  rows: readonly Row[],
): { row: Row; since: string }[] =>
  rows
    .filter(({ status, events }) => status === 'pending' && events.at(-1)?.kind !== 'offered')
    .map((row) => ({ row, since: row.events.at(-1)?.created_at ?? row.created_at }))
    .sort((a, b) => Date.parse(a.since) - Date.parse(b.since));

const HOUR_MS = 60 * 60 * 1000;

/** How long ago a time was, in whole hours, or in whole days from two days on. */
export function ageText(since: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - Date.parse(since)) / HOUR_MS));
  if (hours < 1) return 'less than an hour';
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}

import { referenceOf } from '../_shared/reference.ts';
import { serviceName, type StoredRecord } from './describe-record.ts';

/** The hours in London of each preferred time. */
const HOURS: Record<string, readonly [from: number, to: number]> = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 20],
};
const WORKING_DAY = [8, 20] as const;

/** London's clock changes since 1996. A program that knows the zone's name uses its own rules. */
const LONDON_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'TZNAME:BST',
  'DTSTART:19960331T010000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZNAME:GMT',
  'DTSTART:19961027T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** A state of a visit; `sequence` grows with each change, and a calendar keeps the highest one. */
export interface Visit {
  status: 'tentative' | 'confirmed' | 'cancelled';
  sequence: number;
}

/** How a calendar treats a file: a cancelled visit is removed (RFC 5546, 3.2.5). */
export const methodOf = ({ status }: Visit) => (status === 'cancelled' ? 'CANCEL' : 'PUBLISH');

const compact = (time: string) => time.replaceAll(/[-:]/g, '').slice(0, 15);

/**
 * A visit as an iCalendar file (RFC 5545): the site's `calendarFile`, which a function
 * cannot import, without the address and without lines that need escaping. DTSTAMP is the record's
 * time, so each attempt sends the same mail.
 */
export function calendarOf(id: string, record: StoredRecord, visit: Visit): string {
  const [from, to] = HOURS[record['preferred_time'] ?? ''] ?? WORKING_DAY;
  const at = (hour: number) =>
    compact(`${record['preferred_date']}T${String(hour).padStart(2, '0')}:00:00`);
  const isRequest = visit.status === 'tentative';
  const made = new Date(record['created_at'] ?? 0).toISOString();
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cleaning//Bookings//EN',
    `METHOD:${methodOf(visit)}`,
    ...LONDON_ZONE,
    'BEGIN:VEVENT',
    `UID:${id}`,
    `SEQUENCE:${visit.sequence}`,
    `DTSTAMP:${compact(made)}Z`,
    `DTSTART;TZID=Europe/London:${at(from)}`,
    `DTEND;TZID=Europe/London:${at(to)}`,
    `SUMMARY:${serviceName(record)}${isRequest ? ' (requested)' : ''}`,
    // At most 75 bytes a line; the site's file names the company too, which a function does not
    // know.
    `DESCRIPTION:${isRequest ? 'We confirm the day and the price by phone.\\n' : ''}Ref. ${referenceOf(id)}`,
    `STATUS:${visit.status.toUpperCase()}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${line}\r\n`)
    .join('');
}

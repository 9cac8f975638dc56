import { calendarUid } from '../_shared/calendar-uid.ts';
import type { Company } from '../_shared/company.ts';

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

/** A visit's entry; `sequence` grows with each change, and a calendar keeps the highest one. */
export interface CalendarEntry {
  id: string;
  day: string | null | undefined;
  slot: string | null | undefined;
  status: 'tentative' | 'confirmed' | 'cancelled';
  sequence: number;
}

/** The common parts of a file’s entries. */
export interface CalendarFacts {
  service: string | null | undefined;
  /** The reference that the customer knows. */
  reference: string;
  /** The time of the record, so that each attempt sends the same mail. */
  made: string | null | undefined;
  company: Company;
}

/** How a calendar treats a mailed file: a cancelled visit is removed (RFC 5546, 3.2.5). */
export const methodOf = ({ status }: CalendarEntry) =>
  status === 'cancelled' ? 'CANCEL' : 'PUBLISH';

const compact = (time: string) => time.replaceAll(/[-:]/g, '').slice(0, 15);

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`);

const LONGEST_LINE_BYTES = 75;

/** Folds a line longer than 75 bytes, as the site's `calendarFile` does. */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > LONGEST_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

/** RFC 5546 asks for an organizer in each method. */
const organizerOf = ({ name, address }: Company) =>
  `ORGANIZER${name && `;CN="${name}"`}:mailto:${address}`;

async function entryLines(
  { id, day, slot, status, sequence }: CalendarEntry,
  { service, reference, made, company }: CalendarFacts,
): Promise<string[]> {
  const [from, to] = HOURS[slot ?? ''] ?? WORKING_DAY;
  const at = (hour: number) => compact(`${day}T${String(hour).padStart(2, '0')}:00:00`);
  const isRequest = status === 'tentative';
  const isCancelled = status === 'cancelled';
  const description = [
    ...(isRequest ? ['We confirm the day and the price by phone.'] : []),
    `Reference ${reference}`,
    ...[[company.name, company.phone].filter(Boolean).join(', ')].filter(Boolean),
  ];
  return [
    'BEGIN:VEVENT',
    `UID:${await calendarUid(id)}`,
    organizerOf(company),
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${compact(new Date(made ?? 0).toISOString())}Z`,
    `DTSTART;TZID=Europe/London:${at(from)}`,
    `DTEND;TZID=Europe/London:${at(to)}`,
    `SUMMARY:${isCancelled ? 'Cancelled: ' : ''}${service}${isRequest ? ' (requested)' : ''}`,
    `DESCRIPTION:${description.map(escapeText).join(String.raw`\n`)}`,
    `STATUS:${status.toUpperCase()}`,
    ...(isCancelled ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
  ];
}

/**
 * Visits as an iCalendar file (RFC 5545) that a mail carries: the site's `calendarFile`, which a
 * function cannot import, with method and organizer and without the address. The method is the first
 * entry's; a cancellation has a file of its own, because all its entries have one UID (RFC 5546, 3.2.5).
 */
export async function calendarOf(
  entries: readonly [CalendarEntry, ...CalendarEntry[]],
  facts: CalendarFacts,
): Promise<string> {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cleaning//Bookings//EN',
    `METHOD:${methodOf(entries[0])}`,
    ...LONDON_ZONE,
    ...(await Promise.all(entries.map((entry) => entryLines(entry, facts)))).flat(),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
}

import { SLOT_HOURS, type Slot } from './slots.ts';

/** A cleaning as an event in a calendar. */
export interface CleaningEvent {
  /** An imported event replaces an earlier one with the same UID. */
  uid: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** A slot unknown to this release means the whole working day. */
  slot: string;
  title: string;
  /** Empty for none. */
  address: string;
  description: string;
  status: 'tentative' | 'confirmed' | 'cancelled';
  /** Grows with each change of the booking; a calendar keeps the event with the highest one. */
  sequence: number;
}

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

const WORKING_DAY = [SLOT_HOURS.morning[0], SLOT_HOURS.evening[1]] as const;

/** How a calendar treats a mailed file (RFC 5546), and its sender, whom each method asks for. */
export interface CalendarMail {
  method: 'PUBLISH' | 'CANCEL';
  organizer: { name: string; address: string };
}

/**
 * An iCalendar file (RFC 5545), at London's hours on any device. `now`: the file's time. A file to
 * import has no METHOD, which would make it a message (RFC 5546); a mailed one has `mail`.
 */
export function calendarFile(
  events: readonly CleaningEvent[],
  now: Date,
  mail?: CalendarMail,
): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cleaning//Bookings//EN',
    ...(mail ? [`METHOD:${mail.method}`] : []),
    ...LONDON_ZONE,
    ...events.flatMap((event) => eventLines(event, now, mail)),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
}

const organizerOf = ({ name, address }: CalendarMail['organizer']) =>
  `ORGANIZER${name && `;CN="${name}"`}:mailto:${address}`;

/** The address is one line, because Outlook and Thunderbird show a line break in LOCATION as a slash. */
function eventLines(
  { uid, day, slot, title, address, description, status, sequence }: CleaningEvent,
  now: Date,
  mail: CalendarMail | undefined,
): string[] {
  const [from, to] = SLOT_HOURS[slot as Slot] ?? WORKING_DAY;
  const isCancelled = status === 'cancelled';
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    ...(mail ? [organizerOf(mail.organizer)] : []),
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${compact(now.toISOString())}Z`,
    `DTSTART;TZID=Europe/London:${localTime(day, from)}`,
    `DTEND;TZID=Europe/London:${localTime(day, to)}`,
    `SUMMARY:${isCancelled ? 'Cancelled: ' : ''}${escapeText(title)}`,
    ...(address ? [`LOCATION:${escapeText(oneLine(address))}`] : []),
    `DESCRIPTION:${escapeText(description)}`,
    `STATUS:${status.toUpperCase()}`,
    // Calendars that keep a cancelled event show its hours as free.
    ...(isCancelled ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
  ];
}

/** `2026-11-22T10:00:00.000Z` as `20261122T100000`. */
const compact = (time: string) => time.slice(0, 19).replaceAll(/[-:]/g, '');

const localTime = (day: string, hour: number) =>
  compact(`${day}T${String(hour).padStart(2, '0')}:00:00`);

const oneLine = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ');

const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);

const LONGEST_LINE_BYTES = 75;

/** Folds a line longer than 75 bytes; a continuation begins with a space. No character is split. */
function foldLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = utf8Bytes(character);
    if (bytes + size > LONGEST_LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

function utf8Bytes(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { SLOT_HOURS, type Slot } from '../domain/schedule.ts';

/** A cleaning as a calendar holds it. */
export interface CleaningEvent {
  /** Of the booking. The same id is the same event in whatever file: importing another replaces it. */
  id: string;
  /** `YYYY-MM-DD`. */
  day: string;
  /** One that this release does not know takes the working day. */
  slot: string;
  title: string;
  address: string;
  description: string;
  status: 'tentative' | 'confirmed' | 'cancelled';
  /** Grows with each change of the booking; an event with a lower one is the older. */
  sequence: number;
}

/** How London's clocks have changed since 1996. A program that knows the zone's name takes its own rules. */
const LONDON_ZONE = `BEGIN:VTIMEZONE
TZID:Europe/London
BEGIN:DAYLIGHT
TZNAME:BST
DTSTART:19960331T010000
TZOFFSETFROM:+0000
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZNAME:GMT
DTSTART:19961027T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`;

const STATES = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

const WORKING_DAY = [SLOT_HOURS.morning[0], SLOT_HOURS.evening[1]] as const;

/** The text of an iCalendar file (RFC 5545) with one event, at London's hours wherever it is read. `now`: when it is made. */
export function calendarFile(
  { id, day, slot, title, address, description, status, sequence }: CleaningEvent,
  now: Date,
): string {
  const [from, to] = SLOT_HOURS[slot as Slot] ?? WORKING_DAY;
  const calendar = ical({
    prodId: { company: 'Cleaning', product: 'Bookings', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: () => LONDON_ZONE },
  });
  calendar.createEvent({
    id,
    timezone: 'Europe/London',
    start: wallClock(day, from),
    end: wallClock(day, to),
    summary: title,
    location: address,
    description,
    status: STATES[status],
    sequence,
    stamp: now,
  });
  return calendar.toString();
}

/** The library writes a local time's own hours beside the name of the zone. */
function wallClock(day: string, hour: number): Date {
  return new Date(`${day}T${String(hour).padStart(2, '0')}:00:00`);
}

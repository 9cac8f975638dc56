import { format, parseISO } from 'date-fns';
import { referenceOf } from '../../core/domain/reference.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { nameOf, PREFERRED_TIMES } from '../../core/domain/booking-choices.ts';
import { jobText } from '../../core/domain/job-text.ts';
import { reportedAt, type RecordedReport } from '../../core/domain/crew-reports.ts';
import type { CrewReport } from '../../core/domain/crew-sheet.ts';
import { londonClock, type LondonTime } from '../../core/domain/london-time.ts';
import { isAhead } from '../../core/domain/schedule.ts';
import { seriesRule } from '../../core/domain/booking-events.ts';
import type { Visit } from '../../core/domain/visit.ts';
import { isVisit, repeatMark } from '../../core/domain/visits.ts';
import { crewNames } from '../../core/domain/team.ts';
import { officeTime } from '../sync/clock.ts';
import { teamNames } from '../team/use-team.ts';

type Booking = ReplicaRow<'bookings'>;

export const timeText = ({ preferred_time }: Pick<Booking, 'preferred_time'>) =>
  nameOf(PREFERRED_TIMES, preferred_time);

/** The reference that the customer knows: a visit has that of its series. */
export const bookingReference = ({ id, series }: Pick<Booking, 'id' | 'series'>) =>
  referenceOf(series ?? id);

/** How often a booking is repeated, for search, print and export; null for another booking. */
export function repeatsText(booking: Pick<Booking, 'series' | 'events'>): string | null {
  if (isVisit(booking)) return 'Regular visit';
  const rule = seriesRule(booking.events);
  return rule && repeatMark(rule, officeTime().day);
}

/** The names of those who go, for search, print and export; null for nobody. */
export const goesText = ({ crew }: Pick<Booking, 'crew'>): string | null =>
  crewNames(crew, teamNames()) || null;

const REPORT_WORDS: Record<CrewReport, string> = {
  done: 'done',
  'locked-out': 'could not get in',
  noted: 'note',
};

/** A report in a line: `Ann: done 11:40, 2 photos`, with its day if the booking has another one. */
export function reportText(report: RecordedReport, day: string): string {
  const { by, kind, pictures } = report;
  const at = londonClock(Date.parse(reportedAt(report)));
  const time = at.slice(0, 10) === day ? at.slice(11) : format(parseISO(at), 'EEE d MMM, HH:mm');
  return `${by ?? 'Crew'}: ${REPORT_WORDS[kind]} ${time}${picturesText(pictures)}`;
}

/** The number of a report's photographs: `, 2 photos`; empty without any. */
export const picturesText = (pictures: number | null | undefined): string =>
  pictures ? `, ${pictures === 1 ? '1 photo' : `${pictures} photos`}` : '';

/** The other day that a customer asks for: `asks for Thursday 10 December, morning`. */
export const askText = ({ day, slot }: Visit): string =>
  `asks for ${format(parseISO(day), 'EEEE d MMMM')}, ${slot}`;

/** A day, `YYYY-MM-DD`, with its weekday: `Tuesday, November 24, 2026`. */
export const dayText = (day: string) => format(parseISO(day), 'EEEE, MMMM dd, yyyy');

/** A booking in a sentence of a message: `your booking on Tuesday 1 December`. */
const aboutText = ({ preferred_date: day }: Pick<Booking, 'preferred_date'>) =>
  `about your booking on ${format(parseISO(day), 'EEEE d MMMM')}`;

/** The beginning of a message to a booking's customer; undefined for a cancelled booking. */
export function messageText(
  booking: Booking,
  company: string,
  now: LondonTime,
): string | undefined {
  const { status, preferred_date: day } = booking;
  if (status === 'cancelled') return undefined;
  const isOnOurWay = status === 'confirmed' && day === now.day && isAhead(booking, now);
  const reason = isOnOurWay ? "we're on our way" : aboutText(booking);
  return `Hello, this is ${company}, ${reason}. Ref ${bookingReference(booking)}`;
}

/** A customer's request, quoted in an email without any text that was typed. */
export const quotedRequest = (booking: Booking): string =>
  `> ${jobText(booking)}, ${format(parseISO(booking.preferred_date), 'EEEE d MMMM yyyy')}, ${timeText(booking)}`;

/** The subject of an email about a booking. */
export const mailSubject = (booking: Pick<Booking, 'id' | 'series'>): string =>
  `Your booking ${bookingReference(booking)}`;

/** A British date for texts outside of the lists: `Tue 24 Nov 2026`. */
export const shortDayText = (day: string) => format(parseISO(day), 'EEE d MMM yyyy');

/** The text for a day whose bookings are not all here. */
export const NOT_WHOLE = 'Not all jobs of this day are on this device yet';

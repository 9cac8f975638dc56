import { format, parseISO } from 'date-fns';
import { referenceOf } from '../../core/domain/submission.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import {
  FREQUENCIES,
  JOB_SIZES,
  PREFERRED_TIMES,
  SERVICE_TYPES,
} from '../../core/domain/booking-choices.ts';
import { serviceNames } from '../../core/domain/named-services.ts';

type Booking = ReplicaRow<'bookings'>;

/** A choice in words; a value unknown to this release stands for itself. */
const nameOf = (choices: Readonly<Record<string, string>>, value: string): string =>
  choices[value] ?? value;

export const serviceText = ({ service_type }: Pick<Booking, 'service_type'>) =>
  nameOf(SERVICE_TYPES, service_type);

const SERVICE_NAMES = serviceNames();

/** The service of the services page; null without one. */
export const chosenServiceText = ({ service }: Pick<Booking, 'service'>) =>
  service && nameOf(SERVICE_NAMES, service);

export const sizeText = ({ size }: Pick<Booking, 'size'>) => size && nameOf(JOB_SIZES, size);

export const frequencyText = ({ frequency }: Pick<Booking, 'frequency'>) =>
  frequency && nameOf(FREQUENCIES, frequency);

type Job = Pick<Booking, 'service_type' | 'service' | 'size' | 'frequency'>;

/** All that is known about the job, in one line: `Specialized Service, Event Cleaning, 8 hours, every week`. */
export function jobText(job: Job): string {
  const type = serviceText(job);
  const service = chosenServiceText(job);
  return [
    // The names of some services begin with their type.
    service?.startsWith(type) ? null : type,
    service,
    sizeText(job),
    frequencyText(job)?.toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ');
}

export const timeText = ({ preferred_time }: Pick<Booking, 'preferred_time'>) =>
  nameOf(PREFERRED_TIMES, preferred_time);

/** A day, `YYYY-MM-DD`, with its weekday: `Tuesday, November 24, 2026`. */
export const dayText = (day: string) => format(parseISO(day), 'EEEE, MMMM dd, yyyy');

/** A booking in a sentence of a message: `your booking on Tuesday 1 December`. */
const aboutText = ({ preferred_date: day }: Pick<Booking, 'preferred_date'>) =>
  `about your booking on ${format(parseISO(day), 'EEEE d MMMM')}`;

/**
 * The beginning of a message to a booking's customer; undefined for a cancelled booking. `today`:
 * London's day.
 */
export function messageText(
  booking: Pick<Booking, 'id' | 'status' | 'preferred_date'>,
  company: string,
  today: string,
): string | undefined {
  const { id, status, preferred_date: day } = booking;
  if (status === 'cancelled') return undefined;
  const isOnOurWay = status === 'confirmed' && day === today;
  const reason = isOnOurWay ? "we're on our way" : aboutText(booking);
  return `Hello, this is ${company}, ${reason}. Ref ${referenceOf(id)}`;
}

/** A customer's request, quoted in an email. */
export const quotedRequest = (booking: Booking): string =>
  [
    `${jobText(booking)}, ${format(parseISO(booking.preferred_date), 'EEEE d MMMM yyyy')}, ${timeText(booking)}`,
    ...booking.address.split('\n'),
    ...(booking.notes ?? '').split('\n').filter(Boolean),
  ]
    .map((line) => `> ${line}`)
    .join('\n');

/** The subject of an email about a booking. */
export const mailSubject = ({ id }: Pick<Booking, 'id'>): string =>
  `Your booking ${referenceOf(id)}`;

/** A British date for texts outside of the lists: `Tue 24 Nov 2026`. */
export const shortDayText = (day: string) => format(parseISO(day), 'EEE d MMM yyyy');

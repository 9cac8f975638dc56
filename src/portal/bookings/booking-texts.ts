import { format, parseISO } from 'date-fns';
import type { RowOf } from '../../core/server/admin-backend.ts';
import { PREFERRED_TIMES, SERVICE_TYPES } from '../../core/domain/booking-choices.ts';

type Booking = RowOf<'bookings'>;

/** A choice in words; a value unknown to this release stands for itself. */
const nameOf = (choices: Readonly<Record<string, string>>, value: string): string =>
  choices[value] ?? value;

export const serviceText = ({ service_type }: Pick<Booking, 'service_type'>) =>
  nameOf(SERVICE_TYPES, service_type);

export const timeText = ({ preferred_time }: Pick<Booking, 'preferred_time'>) =>
  nameOf(PREFERRED_TIMES, preferred_time);

/** A day, `YYYY-MM-DD`, with its weekday: `Tuesday, November 24, 2026`. */
export const dayText = (day: string) => format(parseISO(day), 'EEEE, MMMM dd, yyyy');

/** A British date for texts outside of the lists: `Tue 24 Nov 2026`. */
export const shortDayText = (day: string) => format(parseISO(day), 'EEE d MMM yyyy');

/** A stored submission, or the columns that were read of it. */
export type StoredRecord = Record<string, string | null>;

/** An answer to a booking, as the database returns it. */
export interface BookingEvent {
  id: string;
  actor: 'office' | 'customer';
  kind:
    | 'confirmed'
    | 'offered'
    | 'declined'
    | 'cancelled'
    | 'completed'
    | 'reopened'
    | 'accepted'
    | 'refused';
  day: string | null;
  time_slot: string | null;
  /** The office's text to the customer. */
  message: string | null;
}

/** The answer that a mail to the customer is about. */
export interface MailedEvent extends BookingEvent {
  /** The number of the booking's events. */
  sequence: number;
  /** The booking was confirmed before, for another time. */
  is_move: boolean;
}

const SERVICES: Record<string, string> = {
  residential: 'Residential Cleaning',
  commercial: 'Commercial Cleaning',
  deep: 'Deep Cleaning',
  move: 'Move In/Out',
  specialized: 'Specialized Service',
};
const NAMED_SERVICES: Record<string, string> = {
  regular: 'Regular House Cleaning',
  deep: 'Deep Cleaning',
  move: 'Move In/Out Cleaning',
  office: 'Office Cleaning',
  retail: 'Retail Space Cleaning',
  facility: 'Facility Maintenance',
  'post-construction': 'Post-Construction Cleaning',
  event: 'Event Cleaning',
  eco: 'Eco-Friendly Cleaning',
};
const FREQUENCIES: Record<string, string> = {
  once: 'Once',
  weekly: 'Every week',
  fortnightly: 'Every fortnight',
};
const TIMES: Record<string, string> = {
  morning: '8AM-12PM',
  afternoon: '12PM-5PM',
  evening: '5PM-8PM',
};

const WHOLE_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** A day such as "Fri 4 Dec". Without `Intl`'s comma, on which runtimes differ. */
const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
export const shortDay = (timeZone: 'UTC' | 'Europe/London', value: string | null | undefined) => {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime())
    ? ''
    : new Intl.DateTimeFormat('en-GB', { ...SHORT_DAY, timeZone }).format(date).replace(',', '');
};
/** The day on which a submission was stored. */
export const dayReceived = (record: StoredRecord) =>
  shortDay('Europe/London', record['created_at']);

const named = (names: Record<string, string>, value: string | null | undefined) =>
  value ? (names[value] ?? value) : value;

/** A day such as "Friday, 4 December 2026". */
export const wholeDay = (value: string | null | undefined) =>
  value ? WHOLE_DAY.format(new Date(value)) : value;

export const serviceName = (record: StoredRecord) => named(SERVICES, record['service_type']);
export const chosenServiceName = (record: StoredRecord) => named(NAMED_SERVICES, record['service']);
/** `3-bedrooms` as `3 bedrooms`. */
export const sizeName = (record: StoredRecord) => record['size']?.replace('-', ' ');
export const frequencyName = (record: StoredRecord) => named(FREQUENCIES, record['frequency']);
export const timeName = (record: StoredRecord) => named(TIMES, record['preferred_time']);

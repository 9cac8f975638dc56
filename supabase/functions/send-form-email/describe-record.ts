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
    | 'repeated'
    | 'stopped'
    | 'kept'
    | 'instructed'
    | 'reminded'
    | 'accepted'
    | 'refused'
    | 'asked';
  day: string | null;
  time_slot: string | null;
  /** The office's text to the customer. */
  message: string | null;
  /** The weeks between two visits of `repeated`; null for the other kinds. */
  every?: number | null;
  /** Its place among the booking's events, from 1. */
  sequence: number;
}

/** A price in pence. */
export interface Price {
  pence: number;
  per: 'hour' | 'visit';
}

/** The answer that a mail to the customer is about. */
export interface MailedEvent extends BookingEvent {
  /** The confirmed visit that it moves; null for none. */
  moved_from: { day: string; time_slot: string } | null;
  /** It was confirmed at some time. */
  was_confirmed: boolean;
  /** The agreed or offered price. */
  price: Price | null;
  /** The request that its customer opens: the series' first booking, or the booking itself. */
  link_id: string;
  /** The weeks between two visits, for a visit of a series and its first booking. */
  series: number | null;
  /** The coming four visits of `repeated` and `stopped`. */
  visits: readonly MailedVisit[];
  /** The visits that `repeated` and `stopped` deleted. */
  removed: readonly Omit<MailedVisit, 'status' | 'sequence'>[];
}

/** A visit of a series. */
export interface MailedVisit {
  id: string;
  day: string;
  time_slot: string;
  status: string;
  sequence: number;
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

const LONDON_DAY = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeZone: 'Europe/London',
});
/** True for a booking whose day had passed in London at the time of the record. */
export const isLate = ({ created_at: at, preferred_date: day }: StoredRecord): boolean =>
  !!at && !!day && day < LONDON_DAY.format(new Date(at));

/** A day such as "Tuesday 1 December". */
const LONG_DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});
export const longDay = (value: string) => LONG_DAY.format(new Date(value)).replace(',', '');

const POUNDS = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  trailingZeroDisplay: 'stripIfInteger',
});
/** A price such as "£66 a visit". */
export const priceName = (price: Price | null) =>
  price && `${POUNDS.format(price.pence / 100)} ${price.per === 'hour' ? 'an hour' : 'a visit'}`;

/** The site's texts of how often a series has a visit. */
const REPEATS: Record<string, string> = {
  1: 'Every week',
  2: 'Every two weeks',
  4: 'Every four weeks',
};
export const repeatName = (weeks: number | null | undefined) => REPEATS[weeks ?? 0];

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
export const slotName = (slot: string | null | undefined) => named(TIMES, slot);
export const timeName = (record: StoredRecord) => slotName(record['preferred_time']);

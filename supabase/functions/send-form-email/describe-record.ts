import type { Answer } from '../_shared/domain/answers.ts';
import { nameOf, PREFERRED_TIMES } from '../_shared/domain/booking-choices.ts';
import { fieldText } from '../_shared/domain/job-text.ts';
import { londonTime } from '../_shared/domain/london-time.ts';
import { agreedPriceText } from '../_shared/domain/price-text.ts';
import { repeatLabel } from '../_shared/domain/repeats.ts';

/** A stored submission, or the columns that were read of it. */
export type StoredRecord = Record<string, string | null>;

/** An answer to a booking, as the database returns it. */
export interface BookingEvent {
  id: string;
  actor: 'office' | 'customer';
  kind: Answer | 'reminded';
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

/** True for a booking whose day had passed in London at the time of the record. */
export const isLate = ({ created_at: at, preferred_date: day }: StoredRecord): boolean =>
  !!at && !!day && day < londonTime(Date.parse(at)).day;

/** A price such as "£66 a visit". */
export const priceName = (price: Price | null) =>
  price && agreedPriceText({ price_pence: price.pence, price_per: price.per });

/** The site's texts of how often a series has a visit. */
export const repeatName = (weeks: number | null | undefined) =>
  weeks ? repeatLabel(weeks) : undefined;

/** A day such as "Friday, 4 December 2026". */
export const wholeDay = (value: string | null | undefined) =>
  value ? WHOLE_DAY.format(new Date(value)) : value;

export const serviceName = (record: StoredRecord) => fieldText(record, 'service_type');
export const slotName = (slot: string | null | undefined) =>
  slot ? nameOf(PREFERRED_TIMES, slot) : slot;
export const timeName = (record: StoredRecord) => slotName(record['preferred_time']);

/**
 * The filter of the bookings, by its names in the address. Days are `YYYY-MM-DD`, both included;
 * empty: any.
 */
export const BOOKING_FILTERS = ['status', 'service', 'only', 'who', 'from', 'to'] as const;

/**
 * The groups that the filter `only` keeps. `made`: bookings that somebody made; `visits`: those that
 * a series made; `asked`: their customer asks for another day.
 */
export const BOOKING_GROUPS = ['made', 'visits', 'asked'] as const;

/** The value of `who` for bookings that nobody goes to; the others are ids of people. */
export const NOBODY = 'nobody';

export type BookingGroup = (typeof BOOKING_GROUPS)[number];

export type BookingFilter = Readonly<Record<(typeof BOOKING_FILTERS)[number], string>>;

/** The values of a booking that the filter compares. */
export interface BookingFacets {
  status: string;
  service: string;
  groups: readonly BookingGroup[];
  crew: readonly string[];
  day: string;
}

/** A predicate for the bookings that a filter keeps; null when it keeps all. */
export function bookingMatcher({
  status,
  service,
  only,
  who,
  from,
  to,
}: BookingFilter): ((facets: BookingFacets) => boolean) | null {
  if (!status && !service && !only && !who && !from && !to) return null;
  return (facets) =>
    (!status || facets.status === status) &&
    (!service || facets.service === service) &&
    (!only || (facets.groups as readonly string[]).includes(only)) &&
    (!who || (who === NOBODY ? facets.crew.length === 0 : facets.crew.includes(who))) &&
    (!from || facets.day >= from) &&
    (!to || facets.day <= to);
}

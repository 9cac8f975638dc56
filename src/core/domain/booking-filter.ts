/**
 * The filter of the bookings, by its names in the address. Days are `YYYY-MM-DD`, both included;
 * empty: any.
 */
export const BOOKING_FILTERS = ['status', 'service', 'from', 'to'] as const;

export type BookingFilter = Readonly<Record<(typeof BOOKING_FILTERS)[number], string>>;

/** The values of a booking that the filter compares. */
export interface BookingFacets {
  status: string;
  service: string;
  day: string;
}

/** A predicate for the bookings that a filter keeps; null when it keeps all. */
export function bookingMatcher({
  status,
  service,
  from,
  to,
}: BookingFilter): ((facets: BookingFacets) => boolean) | null {
  if (!status && !service && !from && !to) return null;
  return (facets) =>
    (!status || facets.status === status) &&
    (!service || facets.service === service) &&
    (!from || facets.day >= from) &&
    (!to || facets.day <= to);
}

/** Where a booking may stand, in the order of a job. */
export const BOOKING_STATUSES = ['pending', 'confirmed', 'completed', 'cancelled'] as const;

/** What bookings are narrowed by, under the names that stand in the address. Days are `YYYY-MM-DD`, both included; empty: any. */
export const BOOKING_FILTERS = ['status', 'service', 'from', 'to'] as const;

export type BookingFilter = Readonly<Record<(typeof BOOKING_FILTERS)[number], string>>;

/** What a filter asks of a booking. */
export interface BookingFacets {
  status: string;
  service: string;
  day: string;
}

/** Tells the bookings that a filter leaves; null when it leaves all. */
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

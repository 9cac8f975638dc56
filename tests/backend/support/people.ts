import type { aBooking } from '../../support/records.ts';

export const ADMIN = { email: 'admin@example.com', password: 'local-admin-password' };

/**
 * Stores several bookings at once as the database's owner, because a visitor sends one per request.
 */
export const storeBookings = (
  query: (sql: string, params: unknown[]) => Promise<unknown>,
  bookings: readonly Booking[],
) =>
  query(
    `insert into bookings (id, name, phone, email, address, service_type, preferred_date, preferred_time, notes)
     select id, name, phone, email, address, service_type, preferred_date, preferred_time, notes
     from jsonb_populate_recordset(null::bookings, $1)`,
    [JSON.stringify(bookings)],
  );

type Booking = ReturnType<typeof aBooking>;

export const pdf = (bytes = 10) => new Blob(['x'.repeat(bytes)], { type: 'application/pdf' });
export const picture = () => new Blob(['\u0089PNG'], { type: 'image/png' });

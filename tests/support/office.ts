import { expect } from '@playwright/test';
import { BOOKING_FIELD_NAMES } from '../../src/core/domain/booking-fields.ts';
import type { Booking } from '../../src/core/domain/booking.ts';
import type { Mail, TestBackend } from './backend.ts';
import type { Device } from './device.ts';
import { sentEverythingOf } from './outbox.ts';

export type BookingRow = Booking & { id: string; status: string };

/** The office's data about a booking: the stored records and the mails. */
export async function received(
  backend: TestBackend,
  { email }: Booking,
): Promise<{ rows: BookingRow[]; mails: Mail[] }> {
  const columns = ['id', 'status', ...BOOKING_FIELD_NAMES]
    .map((name) => (name === 'preferred_date' ? `${name}::text` : name))
    .join(', ');
  const rows = await backend.query<BookingRow>(
    `select ${columns} from public.bookings where email = $1`,
    [email],
  );
  const mails = (await backend.mails()).filter(({ replyTo }) => replyTo.includes(email));
  return { rows, mails };
}

/** Waits for the first mail about the booking. */
export const arrives = (backend: TestBackend, booking: Booking): Promise<void> =>
  expect
    .poll(async () => (await received(backend, booking)).mails.length, 'mails in the inbox')
    .toBeGreaterThan(0);

/**
 * Expects the office to get the booking as typed and one mail about it, each exactly once. Waits
 * until the device has nothing left to send. Returns the record.
 */
export async function expectReceivedOnce(
  device: Device,
  backend: TestBackend,
  booking: Booking,
): Promise<BookingRow> {
  await arrives(backend, booking);
  await sentEverythingOf(device, booking.email);
  return expectHasOnce(backend, booking);
}

/** Expects the office to have the booking and one mail about it now. Returns the record. */
export async function expectHasOnce(backend: TestBackend, booking: Booking): Promise<BookingRow> {
  const { rows, mails } = await received(backend, booking);
  expect(rows).toEqual([{ ...booking, id: expect.any(String), status: 'pending' }]);
  expect(mails).toHaveLength(1);
  return rows[0] as BookingRow;
}

/** Expects the office to have no trace of the booking. */
export async function expectNotReceived(backend: TestBackend, booking: Booking): Promise<void> {
  expect(await received(backend, booking)).toEqual({ rows: [], mails: [] });
}

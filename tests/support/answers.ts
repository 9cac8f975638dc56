import { randomUUID } from 'node:crypto';
import type { TestBackend } from './backend.ts';

/** Adds an event to a booking, and applies it to its series, as its function does. */
export async function addEvent(
  backend: TestBackend,
  bookingId: string,
  status: string,
  event: object,
): Promise<void> {
  const id = randomUUID();
  await backend.query(
    `select private.add_event(b, jsonb_populate_record(null::public.booking_events, $1), $2)
     from public.bookings b where b.id = $3`,
    [{ id, booking_id: bookingId, ...event }, status, bookingId],
  );
  await backend.query(
    'select private.apply_to_series(e) from public.booking_events e where e.id = $1',
    [id],
  );
}

import type { Booking } from '../../src/core/domain/booking.ts';
import type { BookingEntry } from '../../src/core/mutations/booking.ts';
import { createSubmission } from '../../src/core/mutations/visitors.ts';

/** A queued entry as the app would have written it, with the test's changes. */
export function anEntry(values: Booking, changes: Partial<BookingEntry> = {}): BookingEntry {
  return {
    ...createSubmission({ kind: 'booking', values }, null, Date.now()).entry,
    ...changes,
  };
}

import type { Booking } from '../../src/core/domain/booking.ts';
import { createEntry } from '../../src/core/submissions/new-submission.ts';
import type { SubmissionEntry } from '../../src/core/store/rows.ts';

/** A queued entry as the app would have written it, with the test's changes. */
export function anEntry(booking: Booking, changes: Partial<SubmissionEntry> = {}): SubmissionEntry {
  return { ...createEntry({ kind: 'booking', values: booking }, null, Date.now()), ...changes };
}

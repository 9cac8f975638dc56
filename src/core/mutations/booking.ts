import { londonTime } from '../domain/london-time.ts';
import { submissionMutation, type SubmissionEntry } from './submission.ts';

export interface BookingEntry extends SubmissionEntry<'booking'> {
  /** The sender said that a booking whose day has passed should be sent anyway. */
  isDatePassedConfirmed?: true;
}

/** A visitor's request for a cleaning. */
export const booking = submissionMutation<'booking', BookingEntry>({
  kind: 'booking',
  noun: 'booking',
  table: 'bookings',
  toColumns: (values) => values,
  toAlert: ({ service, size, frequency, notes, ...values }) => ({
    ...values,
    service: service ?? '',
    size: size ?? '',
    frequency: frequency ?? '',
    notes: notes ?? '',
  }),
  precheck: (entry, now) =>
    hasDatePassed(entry, now) ? { outcome: 'rejected', reason: 'date-passed', message: '' } : null,
  summary: ({ service_type: service, preferred_date: day }) => ({ service, day }),
  // A booking that is to come: its receipt holds its customer's key.
  isReceiptNeeded({ known, summary }, today) {
    const { status = 'pending', day } =
      (known ? known.state : summary && { day: summary.day }) ?? {};
    return day !== undefined && day >= today && (status === 'pending' || status === 'confirmed');
  },
});

/**
 * True when a booking's day passed while it waited, so that its sender is asked before it is sent.
 * Days are calendar days in London, where the cleaning takes place.
 */
function hasDatePassed(
  { values, step, isDatePassedConfirmed, createdAt }: BookingEntry,
  now: number,
): boolean {
  if (isDatePassedConfirmed || step === 'email') return false;
  const day = values.preferred_date;
  return day < londonTime(now).day && day >= londonTime(createdAt).day;
}

/** The change by which a sender wants a booking sent although its day has passed. */
export const DATE_PASSED_CONFIRMED: Partial<BookingEntry> = { isDatePassedConfirmed: true };

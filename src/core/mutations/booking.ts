import { BOOKING_FIELD_NAMES } from '../domain/booking-fields.ts';
import { comingVisits, isRunning } from '../domain/booking-events.ts';
import { londonTime } from '../domain/london-time.ts';
import { bookedVisit, isOver } from '../domain/visit.ts';
import { submissionMutation, type SubmissionEntry } from './submission.ts';

export interface BookingEntry extends SubmissionEntry<'booking'> {
  /** The sender said that a booking whose day or time has passed should be sent anyway. */
  isDatePassedConfirmed?: true;
}

/** A visitor's request for a cleaning. */
export const booking = submissionMutation<'booking', BookingEntry>({
  kind: 'booking',
  noun: 'booking',
  table: 'bookings',
  toColumns: (values) => values,
  toAlert: (values) =>
    Object.fromEntries(BOOKING_FIELD_NAMES.map((name) => [name, values[name] ?? ''])),
  precheck(entry, now) {
    const reason = passedWhileWaiting(entry, now);
    return reason && { outcome: 'rejected', reason, message: '' };
  },
  summary: ({ service_type: service, preferred_date: day }) => ({ service, day }),
  // A booking or visit that is to come: its receipt holds its customer's key.
  isReceiptNeeded({ known, summary }, today) {
    const state = known?.state;
    if (state && isRunning(state.series ?? null, today)) return true;
    // A booking that the office deleted is shown until its last day, too.
    const last = state ?? known?.former;
    return [last ?? summary, ...(last ? comingVisits(last) : [])].some((visit) => {
      const { status = 'pending', day }: { status?: string; day?: string } = visit ?? {};
      return day !== undefined && day >= today && (status === 'pending' || status === 'confirmed');
    });
  },
});

/**
 * Why a sender is asked before a booking is sent: its day, or the hours of its time, passed while it
 * waited. By London's clock, where the cleaning takes place.
 */
function passedWhileWaiting(
  { values, step, isDatePassedConfirmed, createdAt }: BookingEntry,
  now: number,
): 'date-passed' | 'time-passed' | null {
  if (isDatePassedConfirmed || step === 'email') return null;
  const [made, current] = [londonTime(createdAt), londonTime(now)];
  const visit = bookedVisit(values);
  if (visit.day < current.day) return visit.day >= made.day ? 'date-passed' : null;
  return isOver(visit, current) && !isOver(visit, made) ? 'time-passed' : null;
}

/** The change by which a sender wants a booking sent although its day or time has passed. */
export const DATE_PASSED_CONFIRMED: Partial<BookingEntry> = { isDatePassedConfirmed: true };

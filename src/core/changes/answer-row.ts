import { withAnswer, type BookingEvent, type BookingState } from '../domain/booking-events.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import type { AnswerEntry } from '../store/admin-rows.ts';

type Booking = ReplicaRow<'bookings'>;

/** An answer as the event that it becomes. */
const eventOf = ({ id, createdAt, answer }: AnswerEntry): BookingEvent => ({
  id,
  actor: 'office',
  created_at: new Date(createdAt).toISOString(),
  ...answer,
});

/** A booking's row after an answer. The same row if it has the answer already. */
export function rowAfter(row: Booking, entry: AnswerEntry): Booking {
  if (row.events.some(({ id }) => id === entry.id)) return row;
  const { status, preferred_date: day, preferred_time: slot } = row;
  const before = { status, day, time_slot: slot } as Pick<
    BookingState,
    'status' | 'day' | 'time_slot'
  >;
  const after = withAnswer(before, 'office', entry.answer);
  return {
    ...row,
    status: after.status,
    preferred_date: after.day,
    preferred_time: after.time_slot,
    events: [...row.events, eventOf(entry)],
  };
}

import { createHash } from 'node:crypto';
import { withAnswer } from '../../../src/core/domain/booking-events.ts';
import type { Repeat } from '../../../src/core/domain/repeats.ts';
import { dayAfter } from '../../../src/core/domain/london-time.ts';
import type { Slot } from '../../../src/core/domain/slots.ts';
import type { Answered, Booking, State, StoredEvent } from '../bookings.ts';

/** A visit as its series made it: before its first answer, or at the end. */
interface ModelVisit {
  id: string;
  day: string;
  slot: Slot;
}

interface Rule {
  eventId: string;
  day: string;
  slot: Slot;
  every: Repeat;
  until: string | null;
}

/** The id of the visit that a `repeated` event makes for a day, as `private.visit_id`. */
function visitId(eventId: string, day: string): string {
  const hash = createHash('sha256').update(`${eventId} ${day}`).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 15) | 128;
  hash[8] = ((hash[8] ?? 0) & 63) | 128;
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** How far ahead visits are made. */
const DAYS_AHEAD = 42;

const isOnRule = ({ day, every }: Rule, other: string): boolean =>
  other >= day && ((Date.parse(other) - Date.parse(day)) / 86_400_000) % (7 * every) === 0;

/**
 * The visits that a booking's series has, from the events of the booking and of its visits alone: an
 * independent account of the database's rules.
 */
export function modelSeries(
  booking: Booking,
  { events, rows, today: lastDay, horizon }: Answered,
): ModelVisit[] {
  const visits = new Map<string, ModelVisit>();
  const answered = new Set<string>();
  let rule: Rule | null = null;
  let ownDay: string | null = null;
  let state: State = { status: 'pending', day: booking.day, time_slot: booking.slot };

  // The day's, while the events are followed.
  let today = '';
  const fill = (of: Rule, last: string) => {
    const end = of.until !== null && of.until < last ? of.until : last;
    for (
      let day = of.day;
      day <= end || (day === of.day && of.until === null);
      day = dayAfter(day, 7 * of.every)
    )
      if (day !== ownDay && !visits.has(day) && (day === of.day || day >= today))
        visits.set(day, { id: visitId(of.eventId, day), day, slot: of.slot });
  };
  const remove = (isOut: (day: string) => boolean) => {
    for (const day of visits.keys())
      if (day >= today && !answered.has(day) && isOut(day)) visits.delete(day);
  };
  const repeat = (event: StoredEvent) => {
    const { id: eventId, day, time_slot: slot, every } = event;
    if (!day || !slot || !every) return;
    if (rule) fill(rule, dayAfter(day, -1));
    const next: Rule = { eventId, day, slot, every, until: null };
    rule = next;
    remove((other) => other >= day && !isOnRule(next, other));
    for (const [other, visit] of visits)
      if (other >= day && other >= today && !answered.has(other))
        visits.set(other, { ...visit, slot });
    const isVisit = state.status === 'confirmed' || state.status === 'completed';
    if (ownDay === null && isVisit && isOnRule(next, state.day)) ownDay = state.day;
    fill(next, dayAfter(today, DAYS_AHEAD));
  };

  for (const event of events) {
    today = event.given_on;
    // Due visits are made each night.
    if (rule) fill(rule, dayAfter(today, DAYS_AHEAD));
    if (event.booking_id === booking.id) {
      state = withAnswer(state, event.actor, event);
      if (event.kind === 'repeated') repeat(event);
      if (event.kind === 'stopped' && rule && event.day) {
        const { day } = event;
        rule = { ...(rule as Rule), until: day };
        remove((other) => other > day);
      }
    } else if (rows.get(event.booking_id)?.series === booking.id)
      answered.add(rows.get(event.booking_id)?.series_day ?? '');
  }
  today = lastDay;
  if (rule) fill(rule, horizon);
  return [...visits.values()];
}

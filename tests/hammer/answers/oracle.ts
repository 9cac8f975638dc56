/**
 * Compares the answers of a customer and of the office, and the statements to them, with the
 * server's events.
 *
 * - **lost**: an answer was said to be given, and there is no event; or it is neither queued nor
 *   decided.
 * - **twice**: an event that nobody gave, or the same answer under a second id.
 * - **overwritten**: an event that its booking's status did not admit, that was given to another
 *   state than the one before it, or that the booking's row does not follow.
 * - **false words**: a screen showed a state that the booking never had, or one older than the
 *   server's before the last refresh; at the end, another one than the server's.
 * - **left behind**: the event of an answer that was refused at the first attempt, or taken back.
 * - **stuck**: after the faults an entry is still queued on a device.
 */
import {
  withAnswer,
  type BookingStatus,
  type EventActor,
  type EventKind,
} from '../../../src/core/domain/booking-events.ts';
import type { Slot } from '../../../src/core/domain/schedule.ts';
import type { Finding } from '../report.ts';
import type { Booking, GivenAnswer, Shown, Side } from './ledger.ts';

export interface StoredEvent {
  id: string;
  booking_id: string;
  actor: EventActor;
  kind: EventKind;
  day: string | null;
  time_slot: Slot | null;
  rev: number;
}

/** A booking's own state. */
export interface State {
  status: BookingStatus;
  day: string;
  time_slot: Slot;
}

/** The server's data at the end. */
export interface ReadResult {
  /** In their order. */
  events: readonly StoredEvent[];
  /** The bookings' rows, by id. */
  rows: ReadonlyMap<string, State>;
}

export const ANSWER_FAULTS = [
  'lost',
  'twice',
  'overwritten',
  'false words',
  'left behind',
  'stuck',
] as const;
type Fault = (typeof ANSWER_FAULTS)[number];

/** All findings about the bookings of one customer. */
export function judgeAnswers(
  bookings: readonly Booking[],
  sides: readonly Side[],
  answered: ReadResult,
): Finding[] {
  return [
    ...bookings.flatMap((booking) => judgeBooking(booking, sides, answered)),
    ...sides.flatMap((side) => judgeSide(side, answered)),
  ];
}

const found = (fault: Fault, subject: string, why: string): Finding => ({ fault, subject, why });

const isSame = (a: State, b: State) =>
  a.status === b.status && a.day === b.day && a.time_slot === b.time_slot;

function judgeBooking(
  booking: Booking,
  sides: readonly Side[],
  { events: all, rows }: ReadResult,
): Finding[] {
  const subject = sides[0]?.name ?? '';
  const overwritten = (why: string) => found('overwritten', subject, `${booking.id}: ${why}`);
  const events = all.filter((event) => event.booking_id === booking.id);
  const history: State[] = [{ status: 'pending', day: booking.day, time_slot: booking.slot }];
  const findings: Finding[] = [];
  const given = new Map(
    sides.flatMap(({ actor, answers }) =>
      answers.map((answer) => [answer.id, { ...answer, actor }] as const),
    ),
  );

  events.forEach((event, index) => {
    const before = history[index] as State;
    const after = withAnswer(before, event.actor, event);
    history.push(after);
    const answer = given.get(event.id);
    if (!answer || answer.actor !== event.actor || answer.answer !== event.kind) {
      findings.push(found('twice', subject, `nobody gave ${event.kind} ${event.id}`));
      return;
    }
    const isOfState =
      event.actor === 'office'
        ? answer.givenTo === (events[index - 1]?.rev ?? booking.rev)
        : event.kind === 'cancelled' || answer.givenTo === events[index - 1]?.id;
    if (!isOfState)
      findings.push(overwritten(`${event.kind} ${event.id} was given to another state`));
  });
  const row = rows.get(booking.id);
  if (!row || !isSame(row, history.at(-1) as State))
    findings.push(overwritten(`the row is ${JSON.stringify(row)}`));

  for (const side of sides) {
    const ofBooking = side.shown.filter(({ bookingId }) => bookingId === booking.id);
    for (const shown of ofBooking) {
      const why = findLie(shown, history, events);
      if (why) findings.push(found('false words', side.name, `${booking.id}: ${why}`));
    }
    if (ofBooking.at(-1)?.sequence !== events.length)
      findings.push(
        found('false words', side.name, `${booking.id}: at the end the screen is not the server's`),
      );
  }
  return findings;
}

function findLie(
  { sequence, last, status, day, slot, atLeast }: Shown,
  history: readonly State[],
  events: readonly StoredEvent[],
): string | null {
  const state = history[sequence];
  if (!state || (events[sequence - 1]?.id ?? null) !== last)
    return `the screen showed ${sequence} events with ${last} as the last`;
  // A confirmed answer brings the booking's present state, and its later events come with a pull.
  if (!history.slice(sequence).some((later) => isSame(later, { status, day, time_slot: slot })))
    return `the screen showed ${status} on ${day}, ${slot}, and it was ${JSON.stringify(state)}`;
  return sequence < atLeast
    ? `the screen showed ${sequence} events after a refresh, and the server had ${atLeast} before it`
    : null;
}

function judgeSide({ name, answers, waiting }: Side, { events }: ReadResult): Finding[] {
  const stored = new Set(events.map(({ id }) => id));
  return [
    ...answers.flatMap((answer) => judgeAnswer(name, answer, stored.has(answer.id))),
    ...waiting.map((id) => found('stuck', name, `${id} still waits`)),
  ];
}

function judgeAnswer(
  name: string,
  { id, answer, fate }: GivenAnswer,
  isStored: boolean,
): Finding[] {
  switch (fate) {
    case 'vanished':
      return [found('lost', name, `${answer} ${id} neither waits nor is anything decided`)];
    case 'done':
      return isStored ? [] : [found('lost', name, `${answer} ${id} was given, and is not there`)];
    case 'refused':
    case 'taken-back':
      return isStored
        ? [found('left behind', name, `${answer} ${id} was ${fate}, and is there`)]
        : [];
    case 'unsure':
    // Judged as stuck.
    case 'waiting':
      return [];
  }
}

/**
 * Compares the answers of a customer and of the office, and the statements to them, with the
 * server's events.
 *
 * - **lost**: an answer was said to be given, and there is neither its event nor its effect by another
 *   one; or it is neither queued nor decided; or a series lacks a visit.
 * - **twice**: an event that nobody gave, or the same answer under a second id; or a visit that its
 *   series does not make, or no longer.
 * - **overwritten**: an event that its booking's status did not admit, that was given to another
 *   state than the one before it, a cancellation to another visit, or that the booking's row does not
 *   follow.
 * - **false words**: a screen showed a state that the booking never had, or one older than the
 *   server's before the last refresh; at the end, another one than the server's.
 * - **left behind**: the event of an answer that was refused at the first attempt, or taken back.
 * - **stuck**: after the faults an entry is still queued on a device.
 */
import type { BookingStatus, OfficeAnswer } from '../../../src/core/domain/answers.ts';
import { withAnswer } from '../../../src/core/domain/booking-events.ts';
import { officeAnswerStands } from '../../support/answer-stands.ts';
import type { Finding } from '../report.ts';
import type { Booking, GivenAnswer, Shown, Side } from './ledger.ts';
import { modelSeries } from './series-model.ts';
import type { ReadResult, State, StoredEvent } from './stored.ts';

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
    ...bookings.flatMap((booking) => judgeBooking(booking, 'pending', sides, answered)),
    ...bookings.flatMap((booking) => judgeSeries(booking, sides, answered)),
    ...sides.flatMap((side) => judgeSide(side, bookings, answered)),
  ];
}

const found = (fault: Fault, subject: string, why: string): Finding => ({ fault, subject, why });

const isSame = (a: State, b: State) =>
  a.status === b.status && a.day === b.day && a.time_slot === b.time_slot;

/** Whether a customer's answer was given for the visit of this state. */
const isAbout = ({ about }: GivenAnswer, { day, time_slot: slot }: State): boolean =>
  about?.day === day && about.slot === slot;

/** A booking's states: before the first event, and after each. */
const historyOf = (
  { day, slot }: Omit<Booking, 'rev'>,
  events: readonly StoredEvent[],
  status: BookingStatus = 'pending',
): State[] =>
  events.reduce<State[]>(
    (states, event) => [...states, withAnswer(states.at(-1) as State, event.actor, event)],
    [{ status, day, time_slot: slot }],
  );

/** True if a customer's answer without an event had its effect by another one, after it was given. */
function tookEffect(answer: GivenAnswer, booking: Lived, all: readonly StoredEvent[]): boolean {
  const events = all.filter((event) => event.booking_id === booking.id);
  // A visit's number counts the events of its series too.
  const given = booking.status === 'pending' ? (answer.about?.sequence ?? Infinity) : 0;
  const history = historyOf(booking, events, booking.status);
  const after = history.slice(given + 1);
  const isHeld = (state: State) =>
    (state.status === 'confirmed' || state.status === 'completed') && isAbout(answer, state);
  switch (answer.answer) {
    case 'cancelled':
      return after.some(({ status }) => status === 'cancelled');
    case 'accepted':
      return after.some(isHeld);
    case 'refused':
      return after.some((state) => !isHeld(state));
    case 'asked': {
      const { day, time_slot: slot } = answer.values;
      const isAsked = (visit: Pick<StoredEvent, 'day' | 'time_slot'>) =>
        visit.day === day && visit.time_slot === slot;
      return (
        // It may ask for the day that the booking has.
        history.slice(given).some((state) => state.status === 'confirmed' && isAsked(state)) ||
        events.some((event) => event.kind === 'asked' && isAsked(event))
      );
    }
    default:
      return false;
  }
}

/** True if an office's answer had its effect at some time, by its own event or another one. */
function standsOnce(
  { answer, values }: GivenAnswer,
  booking: Lived,
  all: readonly StoredEvent[],
): boolean {
  const events = all.filter((event) => event.booking_id === booking.id);
  const given = { kind: answer as OfficeAnswer, ...values };
  return historyOf(booking, events, booking.status).some((state, index) =>
    officeAnswerStands(state, events[index - 1], given),
  );
}

function judgeBooking(
  booking: Booking,
  status: BookingStatus,
  sides: readonly Side[],
  { events: all, rows }: ReadResult,
): Finding[] {
  const subject = sides[0]?.name ?? '';
  const overwritten = (why: string) => found('overwritten', subject, `${booking.id}: ${why}`);
  const events = all.filter((event) => event.booking_id === booking.id);
  const history = historyOf(booking, events, status);
  const findings: Finding[] = [];
  const given = new Map(
    sides.flatMap(({ actor, answers }) =>
      answers.map((answer) => [answer.id, { ...answer, actor }] as const),
    ),
  );

  events.forEach((event, index) => {
    const before = history[index] as State;
    const answer = given.get(event.id);
    if (!answer || answer.actor !== event.actor || answer.answer !== event.kind) {
      findings.push(found('twice', subject, `nobody gave ${event.kind} ${event.id}`));
      return;
    }
    const isOfState =
      event.actor === 'office'
        ? isOfRevision(Number(answer.givenTo), events[index - 1]?.rev ?? booking.rev, event.rev)
        : event.kind === 'cancelled' || event.kind === 'asked'
          ? isAbout(answer, before)
          : answer.givenTo === events[index - 1]?.id;
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
    // My requests lists the coming four visits.
    const isListed = status === 'pending' || side.actor === 'office';
    if (isListed && ofBooking.at(-1)?.sequence !== events.length)
      findings.push(
        found('false words', side.name, `${booking.id}: at the end the screen is not the server's`),
      );
  }
  return findings;
}

/** A booking with the status that it has before its first event. */
type Lived = Omit<Booking, 'rev'> & { status: BookingStatus };

/** The bookings, and the visits that their series made. */
const livedOf = (bookings: readonly Booking[], answered: ReadResult): Lived[] =>
  bookings.flatMap((booking) => [
    { ...booking, status: 'pending' },
    ...modelSeries(booking, answered).map(({ id, day, slot }) => ({
      ...{ id, day, slot },
      status: 'confirmed' as const,
    })),
  ]);

/** Compares the visits of a series with those that its events make. */
function judgeSeries(booking: Booking, sides: readonly Side[], answered: ReadResult): Finding[] {
  const subject = sides[0]?.name ?? '';
  const made = modelSeries(booking, answered);
  const ids = new Set(made.map(({ id }) => id));
  const rows = [...answered.rows.values()].filter(({ series }) => series === booking.id);
  return [
    ...made
      .filter(({ id }) => !answered.rows.has(id))
      .map(({ id, day }) => found('lost', subject, `${booking.id} has no visit ${id} on ${day}`)),
    ...rows
      .filter(({ id }) => !ids.has(id))
      .map(({ id, series_day: day }) =>
        found('twice', subject, `${booking.id} has a visit ${id} for ${day ?? ''}`),
      ),
    ...made
      .filter(({ id }) => answered.rows.has(id))
      .flatMap(({ id, day, slot }) =>
        judgeBooking({ id, day, slot, rev: 0 }, 'confirmed', sides, answered),
      ),
  ];
}

/** What becomes of a mail is a revision between two events. */
const isOfRevision = (givenTo: number, before: number, after: number) =>
  givenTo >= before && givenTo < after;

function findLie(
  { sequence: counted, last, status, day, slot, atLeast }: Shown,
  history: readonly State[],
  events: readonly StoredEvent[],
): string | null {
  const sequence = counted ?? events.findIndex(({ id }) => id === last) + 1;
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

function judgeSide(
  { name, actor, answers, waiting }: Side,
  bookings: readonly Booking[],
  answered: ReadResult,
): Finding[] {
  const { events: all } = answered;
  const stored = new Set(all.map(({ id }) => id));
  const hasEffect = (answer: GivenAnswer) =>
    livedOf(bookings, answered).some(
      (booking) =>
        answer.ids.includes(booking.id) &&
        (actor === 'office' ? standsOnce(answer, booking, all) : tookEffect(answer, booking, all)),
    );
  return [
    ...answers.flatMap((answer) =>
      judgeAnswer(name, answer, { isStored: stored.has(answer.id), hasEffect: hasEffect(answer) }),
    ),
    ...waiting.map((id) => found('stuck', name, `${id} still waits`)),
  ];
}

function judgeAnswer(
  name: string,
  { id, answer, fate }: GivenAnswer,
  { isStored, hasEffect }: { isStored: boolean; hasEffect: boolean },
): Finding[] {
  switch (fate) {
    case 'vanished':
      return [found('lost', name, `${answer} ${id} neither waits nor is anything decided`)];
    case 'done':
      return isStored || hasEffect
        ? []
        : [found('lost', name, `${answer} ${id} was given, and is not there`)];
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

/**
 * Compares the answers of customers and of the office, and the states that their screens showed, with
 * the server's events.
 */
import type { BookingStatus, OfficeAnswer } from '../../../src/core/domain/answers.ts';
import { withAnswer } from '../../../src/core/domain/booking-events.ts';
import type { Answered, Booking, State, StoredEvent } from '../bookings.ts';
import type { GivenAnswer, Ledger, Shown } from '../ledger.ts';
import { findAll, type Finding, type Rules } from './finding.ts';
import { officeAnswerStands } from './rules.ts';
import { modelSeries } from './series-model.ts';

/** A request and the visits of its series, or one of these. */
interface Judged {
  /** The request. */
  booking: Booking;
  /** Of those who answer it, or watch it on a screen. */
  ledgers: readonly Ledger[];
}

/** A booking with the status that it has before its first event. */
interface Lived extends Booking {
  status: BookingStatus;
}

const isSame = (a: State, b: State) =>
  a.status === b.status && a.day === b.day && a.time_slot === b.time_slot;

/** Whether a customer's answer was given for the visit of this state. */
const isAbout = ({ about }: GivenAnswer, { day, time_slot: slot }: State): boolean =>
  about?.day === day && about.slot === slot;

const eventsOf = ({ id }: Lived, { events }: Answered) =>
  events.filter((event) => event.booking_id === id);

/** A booking's states: before the first event, and after each. */
const historyOf = ({ day, slot, status }: Lived, events: readonly StoredEvent[]): State[] =>
  events.reduce<State[]>(
    (states, event) => [...states, withAnswer(states.at(-1) as State, event.actor, event)],
    [{ status, day, time_slot: slot }],
  );

/** The request, and the visits that its series made. */
const livedOf = (booking: Booking, answered: Answered): Lived[] => [
  { ...booking, status: 'pending' },
  ...modelSeries(booking, answered).map(({ id, day, slot }) => ({
    ...{ id, day, slot, rev: 0 },
    status: 'confirmed' as const,
  })),
];

const SERIES: Rules<{ booking: Booking; deleted: ReadonlySet<string> }, Answered> = {
  lost: ({ booking, deleted }, answered) =>
    modelSeries(booking, answered)
      .filter(({ id }) => !answered.rows.has(id) && !deleted.has(id))
      .map(({ id, day }) => `${booking.id} has no visit ${id} on ${day}`),
  'stored twice': ({ booking, deleted }, answered) => {
    const made = new Set(modelSeries(booking, answered).map(({ id }) => id));
    return [...answered.rows.values()]
      .filter(({ id, series }) => series === booking.id && !made.has(id) && !deleted.has(id))
      .map(({ id, series_day: day }) => `${booking.id} has a visit ${id} for ${day ?? ''}`);
  },
  'revived job': ({ deleted }, { rows }) =>
    [...deleted].filter((id) => rows.has(id)).map((id) => `${id} was deleted, and is there`),
};

const BOOKING: Rules<Judged & { lived: Lived }, Answered> = {
  'stored twice': ({ ledgers, lived }, answered) =>
    eventsOf(lived, answered)
      .filter((event) => !givenIn(ledgers, event))
      .map(({ kind, id }) => `nobody gave ${kind} ${id}`),
  overwritten: ({ ledgers, lived }, answered) => {
    const events = eventsOf(lived, answered);
    const history = historyOf(lived, events);
    const row = answered.rows.get(lived.id);
    const isFollowed = row && isSame(row, history.at(-1) as State);
    return [
      ...events
        .filter((event, index) => {
          const answer = givenIn(ledgers, event);
          return (
            answer && !isOfState(answer, event, history[index] as State, events[index - 1], lived)
          );
        })
        .map(({ kind, id }) => `${lived.id}: ${kind} ${id} was given to another state`),
      ...(isFollowed ? [] : [`${lived.id}: the row is ${JSON.stringify(row)}`]),
    ];
  },
};

/** The answer that made an event; undefined for none. */
const givenIn = (ledgers: readonly Ledger[], { id, actor, kind }: StoredEvent) =>
  ledgers
    .flatMap(({ answers }) => answers)
    .find((answer) => answer.id === id && answer.actor === actor && answer.answer === kind);

/** Whether an answer was given to the state before its event. A mail's fate is a revision between two events. */
function isOfState(
  answer: GivenAnswer,
  { actor, kind, rev }: StoredEvent,
  before: State,
  last: StoredEvent | undefined,
  { rev: first }: Lived,
): boolean {
  if (actor === 'office') {
    const givenTo = Number(answer.givenTo);
    return givenTo >= (last?.rev ?? first) && givenTo < rev;
  }
  return kind === 'cancelled' || kind === 'asked'
    ? isAbout(answer, before)
    : answer.givenTo === last?.id;
}

const SCREEN: Rules<{ ledger: Ledger; lived: Lived; isListed: boolean }, Answered> = {
  'false statement': ({ ledger, lived, isListed }, answered) => {
    const events = eventsOf(lived, answered);
    const history = historyOf(lived, events);
    const shown = ledger.shown.filter(({ bookingId }) => bookingId === lived.id);
    const isCurrent = !isListed || shown.at(-1)?.sequence === events.length;
    return [
      ...shown
        .flatMap((one) => findLie(one, history, events) ?? [])
        .map((why) => `${lived.id}: ${why}`),
      ...(isCurrent ? [] : [`${lived.id}: at the end the screen is not the server's`]),
    ];
  },
};

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

const ANSWER: Rules<{ answer: GivenAnswer; lived: readonly Lived[] }, Answered> = {
  lost: ({ answer, lived }, answered) => {
    if (answer.fate !== 'done' || isStored(answer, answered)) return [];
    const own = lived.find(({ id }) => answer.ids.includes(id));
    return own && hadEffect(answer, own, answered)
      ? []
      : [`${answer.answer} ${answer.id} was given, and is not there`];
  },
  'left behind': ({ answer }, answered) =>
    (answer.fate === 'refused' || answer.fate === 'taken-back') && isStored(answer, answered)
      ? [`${answer.answer} ${answer.id} was ${answer.fate}, and is there`]
      : [],
};

const isStored = (answer: GivenAnswer, { events }: Answered) =>
  events.some(({ id }) => id === answer.id);

/** True if an answer without an event had its effect by another one: a customer's, after it was given. */
function hadEffect(answer: GivenAnswer, lived: Lived, answered: Answered): boolean {
  const events = eventsOf(lived, answered);
  const history = historyOf(lived, events);
  if (answer.actor === 'office') {
    const given = { kind: answer.answer as OfficeAnswer, ...answer.values };
    return history.some((state, index) => officeAnswerStands(state, events[index - 1], given));
  }
  // A visit's number counts the events of its series too.
  const given = lived.status === 'pending' ? (answer.about?.sequence ?? Infinity) : 0;
  const after = history.slice(given + 1);
  const isHeld = (state: State) =>
    (state.status === 'confirmed' || state.status === 'completed') && isAbout(answer, state);
  const { day, time_slot: slot } = answer.values;
  const isAsked = (visit: Pick<StoredEvent, 'day' | 'time_slot'>) =>
    visit.day === day && visit.time_slot === slot;
  switch (answer.answer) {
    case 'cancelled':
      return after.some(({ status }) => status === 'cancelled');
    case 'accepted':
      return after.some(isHeld);
    case 'refused':
      return after.some((state) => !isHeld(state));
    case 'asked':
      return (
        // It may ask for the day that the booking has.
        history.slice(given).some((state) => state.status === 'confirmed' && isAsked(state)) ||
        events.some((event) => event.kind === 'asked' && isAsked(event))
      );
    default:
      return false;
  }
}

/** All findings about the visits of a series; those of `deleted` were deleted with their bookings. */
export const judgeSeries = (
  name: string,
  booking: Booking,
  deleted: ReadonlySet<string>,
  answered: Answered,
): Finding[] => findAll(SERIES, name, { booking, deleted }, answered);

/** All findings about a request, the visits of its series, and the answers to them. */
export function judgeBooking(
  name: string,
  { booking, ledgers }: Judged,
  answered: Answered,
): Finding[] {
  const lived = livedOf(booking, answered);
  const answers = ledgers.flatMap((ledger) => ledger.answers.map((answer) => ({ ledger, answer })));
  return [
    ...judgeSeries(name, booking, new Set(), answered),
    ...lived
      .filter(({ id, status }) => status === 'pending' || answered.rows.has(id))
      .flatMap((one) => [
        ...findAll(BOOKING, name, { booking, ledgers, lived: one }, answered),
        ...ledgers
          .filter(({ watched }) => watched.has(booking.id))
          .flatMap((ledger) =>
            findAll(SCREEN, ledger.name, { ledger, lived: one, ...listed(ledger, one) }, answered),
          ),
      ]),
    ...answers
      .filter(({ answer }) => answer.request === booking.id)
      .flatMap(({ ledger, answer }) => findAll(ANSWER, ledger.name, { answer, lived }, answered)),
  ];
}

/** My requests lists the coming four visits alone; the portal all of them. */
const listed = ({ listsVisits }: Ledger, { status }: Lived) => ({
  isListed: listsVisits || status === 'pending',
});

import { answerKind, type BookingStatus, type OfficeAnswer } from '../../core/domain/answers.ts';
import {
  namesDay,
  namesVisit,
  officeAnswers,
  seriesRule,
} from '../../core/domain/booking-events.ts';
import { priceOf, type Price, type PriceUnit } from '../../core/domain/price.ts';
import { officeAnswerSchema, type OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import type { LondonTime } from '../../core/domain/london-time.ts';
import { agreedPriceText, parsePounds, typedPounds } from '../../core/domain/price-text.ts';
import { repeatOf, REPEAT_TEXTS, type Repeat } from '../../core/domain/repeats.ts';
import type { Slot } from '../../core/domain/slots.ts';
import { bookedVisit, isSameVisit, namedVisit, type DraftVisit } from '../../core/domain/visit.ts';
import { visitFault } from '../../core/domain/visit-times.ts';
import { askOf } from '../../core/domain/visits.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { dayText, NO_VISIT, otherVisitIn, visitText, withVisit } from './visit-texts.ts';

type Booking = ReplicaRow<'bookings'>;

/** A choice of the form: `moved` is a confirmation for another time than the booking's. */
export type Choice = OfficeAnswer | 'moved';

export const answerOf = (choice: Choice): OfficeAnswer =>
  choice === 'moved' ? 'confirmed' : choice;

const choicesFor = (answer: OfficeAnswer, booking: Booking): Choice[] => {
  if (answer !== 'confirmed') return [answer];
  if (booking.status === 'confirmed') return ['moved'];
  return askOf(booking) ? ['confirmed', 'moved'] : ['confirmed'];
};

/** The answers to `asked`. */
const TO_ASKED: readonly Choice[] = ['moved', 'offered', 'kept'];

/**
 * The possible choices, the answers to an open `asked` first. A pending booking is declined, not
 * cancelled. `today`: London's day.
 */
export function choicesOf(booking: Booking, today: string): Choice[] {
  const { status, preferred_date: day, series, events } = booking;
  const choices = officeAnswers({ status: status as BookingStatus, day, series, events }, today)
    .filter((kind) => !(status === 'pending' && kind === 'cancelled'))
    .flatMap((kind) => choicesFor(kind, booking));
  if (!askOf(booking)) return choices;
  const isToAsked = (choice: Choice) => TO_ASKED.includes(choice);
  return [
    ...TO_ASKED.filter((one) => choices.includes(one)),
    ...choices.filter((one) => !isToAsked(one)),
  ];
}

/** The days that the form asks for: `other` of Move and Offer, the first and the last of a series. */
type VisitField = 'other' | 'first' | 'last';

const VISIT_FIELDS: Partial<Record<Choice, VisitField>> = {
  moved: 'other',
  offered: 'other',
  repeated: 'first',
  stopped: 'last',
};

/** True for a choice that asks the office for a day and a time. */
export const asksVisit = (choice: Choice): boolean => asksDay(choice) && choice !== 'stopped';

/** True for a choice that asks the office for a day. */
export const asksDay = (choice: Choice): boolean => VISIT_FIELDS[choice] !== undefined;

/** True for a choice that asks the office for the agreed price. */
export const asksPrice = (choice: Choice): boolean =>
  choice !== 'moved' && answerKind(choice).priced === true;

/** An agreed price as it is typed. */
export interface TypedPrice {
  /** In pounds; empty for none. */
  pounds: string;
  per: PriceUnit;
}

/** The form's content. It survives every change of its booking. */
export interface Draft {
  choice: Choice;
  /** The chosen days and times, for the choices that ask. */
  visits: Readonly<Record<VisitField, DraftVisit>>;
  /** How often; empty before it is chosen. */
  every: Repeat | '';
  price: TypedPrice;
  /** The office's own texts; none for a choice whose ready text is unchanged. */
  texts: Partial<Record<Choice, string>>;
  /** The booking as its person last saw it. */
  seen: Booking;
}

/** The visit that the draft is about, for the booking as it is now. */
export function visitOf({ choice, visits }: Draft, booking: Booking): DraftVisit {
  const field = VISIT_FIELDS[choice];
  return field ? visits[field] : bookedVisit(booking);
}

/** The values that the form begins with. `today`: London's day. */
function beginning(
  booking: Booking,
  today: string,
): Pick<Draft, 'visits' | 'every' | 'price' | 'seen'> {
  const { frequency, events } = booking;
  const own = bookedVisit(booking);
  const ask = askOf(booking);
  const rule = seriesRule(events);
  const price = priceOf(booking);
  return {
    visits: {
      other: ask ?? { ...own, day: '' },
      first: rule || own.day < today ? { day: '', slot: rule?.time_slot ?? own.slot } : own,
      last: { day: today, slot: '' },
    },
    every: rule?.every ?? repeatOf(frequency) ?? '',
    price: {
      pounds: price ? typedPounds(price.price_pence) : '',
      per: price?.price_per ?? 'visit',
    },
    seen: booking,
  };
}

/** A draft with another choice; a text of the former one is kept for it. `today`: London's day. */
export const choose = (
  draft: Draft | null,
  choice: Choice,
  booking: Booking,
  today: string,
): Draft => (draft ? { ...draft, choice } : { choice, texts: {}, ...beginning(booking, today) });

/**
 * The draft that the form opens with: Move or Offer, for the day that the customer asks for; null
 * without one. `today`: London's day.
 */
export function openingDraft(booking: Booking, today: string): Draft | null {
  const [choice] = choicesOf(booking, today);
  return choice && askOf(booking) ? choose(null, choice, booking, today) : null;
}

/** A draft for another visit, which its texts name in place of the former one. */
export function changeVisit(draft: Draft, changes: Partial<DraftVisit>, booking: Booking): Draft {
  const field = VISIT_FIELDS[draft.choice];
  if (!field) return draft;
  const before = draft.visits[field];
  const visit = { ...before, ...changes };
  const texts = mapTexts(draft.texts, (choice, text) =>
    VISIT_FIELDS[choice] === field ? withVisit(text, before, visit, bookedVisit(booking)) : text,
  );
  return { ...draft, visits: { ...draft.visits, [field]: visit }, texts };
}

const replaceIn = (text: string, from: string | null, to: string | null): string =>
  from === null || to === null ? text : text.replaceAll(from, to);

const repeatText = (every: Repeat | ''): string | null =>
  every === '' ? null : REPEAT_TEXTS[every];

/** A draft for another interval, which its text names in place of the former one. */
export const changeRepeat = (draft: Draft, every: Repeat | ''): Draft => ({
  ...draft,
  every,
  texts: mapTexts(draft.texts, (choice, text) =>
    choice === 'repeated' ? replaceIn(text, repeatText(draft.every), repeatText(every)) : text,
  ),
});

/** The typed price; null for none, and while it is no price. */
export function typedPrice({ pounds, per }: TypedPrice): Price | null {
  const pence = parsePounds(pounds);
  return pence !== null && pence > 0 ? { price_pence: pence, price_per: per } : null;
}

const typedPriceText = (price: TypedPrice): string | null => {
  const typed = typedPrice(price);
  return typed && agreedPriceText(typed);
};

/** A draft for another price, which its texts name in place of the former one. */
export function changePrice(draft: Draft, changes: Partial<TypedPrice>): Draft {
  const price = { ...draft.price, ...changes };
  const [from, to] = [typedPriceText(draft.price), typedPriceText(price)];
  const texts = mapTexts(draft.texts, (choice, text) =>
    asksPrice(choice) ? replaceIn(text, from, to) : text,
  );
  return { ...draft, price, texts };
}

const mapTexts = (
  texts: Draft['texts'],
  change: (choice: Choice, text: string) => string,
): Draft['texts'] =>
  Object.fromEntries(
    Object.entries(texts).map(([choice, text]) => [choice, change(choice as Choice, text)]),
  );

/** The draft of an answer that was refused, for the booking as it is now. `today`: London's day. */
export function draftOf(values: OfficeAnswerValues, booking: Booking, today: string): Draft {
  const { kind, day, time_slot: slot, every, message } = values;
  const own = bookedVisit(booking);
  const begun = beginning(booking, today);
  const [choice = kind, moved] = choicesFor(kind, booking);
  const chosen = moved && isSameVisit(askOf(booking), namedVisit(values)) ? moved : choice;
  const field = VISIT_FIELDS[chosen];
  const visit: DraftVisit = {
    day: day ?? '',
    slot: slot ?? (kind === 'stopped' ? '' : own.slot),
  };
  const price = priceOf(values);
  const text =
    message === null || day === null || field ? message : withVisit(message, visit, own, null);
  return {
    ...begun,
    choice: chosen,
    visits: field ? { ...begun.visits, [field]: visit } : begun.visits,
    every: every ?? begun.every,
    price: price
      ? { pounds: typedPounds(price.price_pence), per: price.price_per }
      : { ...begun.price, pounds: asksPrice(chosen) ? '' : begun.price.pounds },
    texts: text === null ? {} : { [chosen]: text },
  };
}

/** True once something was typed or picked that would be lost. `today`: London's day. */
export function isDirty(draft: Draft | null, today: string): boolean {
  if (draft === null) return false;
  const partOf = ({ visits, every, price }: Pick<Draft, 'visits' | 'every' | 'price'>) =>
    JSON.stringify([visits, every, price]);
  const begun = beginning(draft.seen, today);
  return Object.keys(draft.texts).length > 0 || partOf(draft) !== partOf(begun);
}

/** Everything of a booking that an answer is given to. */
const answeredPart = ({ status, preferred_date, preferred_time, events }: Booking): string =>
  JSON.stringify([status, preferred_date, preferred_time, events.at(-1)?.id]);

/** True if the booking changed since the draft's person last saw it. */
export const isOvertaken = ({ seen }: Draft, booking: Booking): boolean =>
  answeredPart(seen) !== answeredPart(booking);

/** The draft once its person has seen the booking as it is, whose visit its texts follow. */
export const acknowledge = (draft: Draft, booking: Booking): Draft => ({
  ...draft,
  seen: booking,
  texts: mapTexts(draft.texts, (choice, text) =>
    asksDay(choice) ? text : withVisit(text, bookedVisit(draft.seen), bookedVisit(booking), null),
  ),
});

/** The answer of a draft, unchecked, without its text. */
function answerIn(draft: Draft, booking: Booking): Omit<OfficeAnswerValues, 'message'> {
  const { choice, every, price } = draft;
  const kind = answerOf(choice);
  const { day, slot } = visitOf(draft, booking);
  const pence = asksPrice(choice) ? parsePounds(price.pounds) : null;
  return {
    kind,
    day: namesDay(kind) ? day : null,
    time_slot: namesVisit(kind) ? (slot as Slot) : null,
    ...(answerKind(kind).repeats && { every: every === '' ? null : every }),
    ...(pence !== null && { price_pence: pence, price_per: price.per }),
  };
}

export type Errors = Partial<
  Record<'day' | 'time_slot' | 'every' | 'price_pence' | 'message', string>
>;

/** The values as they would be sent, or the errors of their fields. */
export function check(
  draft: Draft,
  booking: Booking,
  text: string | null,
  now: LondonTime,
): { values: OfficeAnswerValues } | { errors: Errors } {
  const answer = answerIn(draft, booking);
  const { kind } = answer;
  const visit = visitOf(draft, booking);
  const { day } = visit;
  const parsed = officeAnswerSchema.safeParse({ ...answer, message: text ?? '' });
  if (!parsed.success) {
    const errors: Errors = {};
    for (const { path, message } of parsed.error.issues)
      errors[path[0] as keyof Errors] ??= message;
    return { errors };
  }
  if (kind === 'offered' && day <= now.day)
    return { errors: { day: 'Please select a day after today' } };
  const until = kind === 'stopped' ? (seriesRule(booking.events)?.until ?? null) : null;
  if (until !== null && day >= until)
    return {
      errors: { day: `The visits end on ${dayText(until)}. Please select a day before it` },
    };
  const fault = asksVisit(draft.choice) ? visitFault(visit, now) : null;
  if (fault) return { errors: { [fault.field === 'slot' ? 'time_slot' : 'day']: fault.message } };
  if (text?.includes(NO_VISIT))
    return { errors: { message: `Write the day and time in the place of ${NO_VISIT}` } };
  return { values: parsed.data };
}

/** The warning for a text that names another visit than the answer's; null for none. */
export function otherVisitText(draft: Draft, booking: Booking, text: string | null): string | null {
  const { choice } = draft;
  if (text === null || !namesDay(answerOf(choice))) return null;
  const visit = visitOf(draft, booking);
  if (visit.day === '') return null;
  const ask = askOf(booking);
  const other = otherVisitIn(text, [visit, bookedVisit(booking), ...(ask ? [ask] : [])]);
  return other && `The text says “${other}”, and this answer is for ${visitText(visit)}.`;
}

import type { Answer } from '../../core/domain/answers.ts';
import { nameOf, PREFERRED_TIMES } from '../../core/domain/booking-choices.ts';
import type { CustomerAnswer } from '../../core/domain/answers.ts';
import {
  comingVisits,
  isRunning,
  offerOf,
  type BookingEvent,
  type CustomerBooking,
} from '../../core/domain/booking-events.ts';
import { agreedPriceText } from '../../core/domain/price-text.ts';
import type { AttentionReason } from '../../core/domain/reasons.ts';
import { repeatLabel, repeatText } from '../../core/domain/repeats.ts';
import { namedVisit, type Visit } from '../../core/domain/visit.ts';
import type { IconName } from '../../ui/icon.tsx';
import { COMPANY } from '../content/company.ts';
import { weekdayText } from '../../core/domain/day-text.ts';

export interface AnswerText {
  tone: 'success' | 'info' | 'warning' | 'error';
  icon?: IconName;
  title: string;
  /** The next step, or null. */
  text: string | null;
}

/** A visit's day and hours: `Monday 30 November, 8AM-12PM`. */
export const timeText = ({ day, slot }: Visit): string =>
  `${weekdayText(day)}, ${nameOf(PREFERRED_TIMES, slot)}`;

/** The same beside London's day `today`: `today, 8AM-12PM`. */
const nearText = (visit: Visit, today: string): string =>
  visit.day === today ? `today, ${nameOf(PREFERRED_TIMES, visit.slot)}` : timeText(visit);

const CALL = `call us on ${COMPANY.phone}.`;
const ASK = `To ask about it, ${CALL}`;

const namedText = (event: BookingEvent): string | null => {
  const visit = namedVisit(event);
  return visit && timeText(visit);
};

const offeredPrice = (offer: BookingEvent | null): string => {
  const price = offer && agreedPriceText(offer);
  return price ? ` The price would be ${price}.` : '';
};

/** The texts of a confirmed visit, which its customer may move and we may have offered to. */
function confirmedText(state: CustomerBooking, today: string, isVisit: boolean): AnswerText {
  const { day, last } = state;
  const visit = namedVisit(state);
  const offer = offerOf(state);
  if (offer && offer.visit.day > today)
    return {
      tone: 'info',
      icon: 'calendar',
      title: `Could we come on ${timeText(offer.visit)} instead?`,
      text: `${day < today ? 'You had' : 'We come on'} ${timeText(visit)}${day < today ? '.' : ' until you accept.'}${offeredPrice(offer)}`,
    };
  if (day < today)
    return {
      tone: 'info',
      icon: 'calendar',
      title: `Was confirmed for ${timeText(visit)}`,
      text: `That day has passed. If something wasn’t right, ${CALL}`,
    };
  return {
    tone: 'success',
    title: `Confirmed for ${nearText(visit, today)}`,
    text: confirmedStep(last, day > today, isVisit),
  };
}

/** The next step of a confirmed visit, after its last answer; null for a visit of a series without one. */
function confirmedStep(
  last: BookingEvent | null,
  isAhead: boolean,
  isVisit: boolean,
): string | null {
  if (!isAhead) return `To change anything, ${CALL}`;
  const step = last && textsOf(last.kind).confirmed?.(last);
  if (step != null) return step;
  return isVisit ? null : `To move it, ask for another day here. For anything else, ${CALL}`;
}

/**
 * The texts of a booking's state for its customer. `isVisit`: it is one of a series, and stands
 * among its others. `today`: London's day.
 */
export function answerText(state: CustomerBooking, today: string, isVisit = false): AnswerText {
  const { status, day, last } = state;
  const visit = timeText(namedVisit(state));
  const near = nearText(namedVisit(state), today);
  const isPast = day < today;
  switch (status) {
    case 'confirmed':
      return confirmedText(state, today, isVisit);
    case 'completed':
      return { tone: 'success', title: 'Done. Thank you', text: null };
    case 'cancelled': {
      const own = last && textsOf(last.kind).cancelled?.(last, isPast);
      if (own) return own;
      if (isVisit) {
        const isSkipped = last?.actor === 'customer';
        return {
          tone: 'info',
          icon: 'close',
          title: `${isSkipped ? 'Skipped' : 'Cancelled'}: ${near}`,
          text: null,
        };
      }
      const who = last?.actor === 'customer' ? 'You cancelled this booking. ' : '';
      const on = day === today ? near : `on ${visit}`;
      return {
        tone: 'info',
        icon: 'close',
        title: 'Cancelled',
        text: `${who}${isPast ? `It was for ${visit}.` : `We won’t come ${on}.`}`,
      };
    }
    case 'pending': {
      const offer = offerOf(state);
      if (offer && offer.visit.day > today)
        return {
          tone: 'info',
          icon: 'calendar',
          title: `We can’t make that time. Could we come on ${timeText(offer.visit)}?`,
          text: offeredPrice(offer).trim() || null,
        };
      if (offer)
        return {
          tone: 'warning',
          title: 'The day that we offered has begun or passed',
          text: `To find another one, ${CALL}`,
        };
      return {
        tone: 'info',
        icon: 'clock',
        title: isPast ? `You asked for ${visit}` : `Requested for ${near}`,
        text: unconfirmedText(state, today),
      };
    }
  }
  status satisfies never;
  // A status that only a later release's server knows.
  return { tone: 'info', icon: 'calendar', title: `Your booking for ${visit}`, text: ASK };
}

/** The next step of a request without a standing offer; null before its day, unless it had an answer. */
function unconfirmedText({ day, last }: CustomerBooking, today: string): string | null {
  const step = last && textsOf(last.kind).pending?.(last, day, today);
  if (step != null) return step;
  if (day > today) return null;
  return day === today
    ? `Your day has come, and we haven’t confirmed it. Please ${CALL}`
    : `That day has passed, and we didn’t confirm it. To find another one, ${CALL}`;
}

/** The next confirmed visit of a booking and its series; undefined for none. */
const nextVisit = (state: CustomerBooking, today: string) =>
  [state, ...comingVisits(state)]
    .filter(({ status, day }) => status === 'confirmed' && day >= today)
    .sort((a, b) => (a.day < b.day ? -1 : 1))[0];

/** The texts of a booking's series for its customer; null without one. `today`: London's day. */
export function seriesText(state: CustomerBooking, today: string): AnswerText | null {
  const { series } = state;
  if (!series) return null;
  const { until } = series;
  const next = nextVisit(state, today);
  if (!isRunning(series, today) && !next)
    return {
      tone: 'info',
      icon: 'calendar',
      title: 'Your regular visits have ended',
      text: `To have them again, ${CALL}`,
    };
  const often = repeatLabel(series.every);
  const when = next?.day === today ? 'today' : next && `on ${weekdayText(next.day)}`;
  return {
    tone: 'success',
    icon: 'calendar',
    title: when ? `${often}, next ${when}` : often,
    text: until ? `Your regular visits end on ${weekdayText(until)}.` : null,
  };
}

/**
 * The texts of a booking that the server does not know. `former`: its last state; null if this
 * device saw none. `requested`: the day that was asked for on this device; null for a link.
 */
export function goneText(
  former: CustomerBooking | null,
  requested: string | null,
  today: string,
): AnswerText {
  const deleted = (noun: string, text: string, isExpected = false): AnswerText => ({
    tone: isExpected ? 'warning' : 'info',
    icon: isExpected ? 'alert' : 'close',
    title: `Our office deleted this ${noun}`,
    text,
  });
  /** `was`: a sentence about the visit, without its stop. */
  const ofVisit = (noun: string, was: string, day: string) =>
    day < today
      ? deleted(noun, `${was}, and that day has passed. To ask about it, ${CALL}`)
      : deleted(
          noun,
          `${was}. We won’t come unless you hear from us again. If you expect a visit, ${CALL}`,
          true,
        );
  if (!former)
    return requested === null
      ? {
          tone: 'warning',
          title: 'We can’t find this request',
          text: `Its link may be incomplete, or we have deleted the request. To ask about it, ${CALL}`,
        }
      : ofVisit('request', `You asked for ${weekdayText(requested)}`, requested);
  const { status, day, series } = former;
  const visit = timeText(namedVisit(former));
  const next = series && nextVisit(former, today);
  if (next)
    return ofVisit(
      'booking',
      `You had a visit ${repeatText(series.every)}, next on ${weekdayText(next.day)}`,
      next.day,
    );
  switch (status) {
    case 'confirmed':
      return ofVisit('booking', `It was confirmed for ${visit}`, day);
    case 'completed':
      return deleted('booking', 'The work was done.');
    case 'cancelled':
      return deleted(
        'booking',
        `It was cancelled before.${day < today ? '' : ` We won’t come on ${visit}.`}`,
      );
    case 'pending': {
      const offer = offerOf(former);
      return offer && offer.visit.day >= today
        ? ofVisit(
            'request',
            `We had offered ${timeText(offer.visit)}, and that offer no longer holds`,
            offer.visit.day,
          )
        : ofVisit('request', `You asked for ${visit}`, day);
    }
  }
  status satisfies never;
  return ofVisit('booking', `It was for ${visit}`, day);
}

export interface NotifyText {
  /** The button that starts and ends notifications. */
  label: string;
  /** While they are on. */
  on: string;
}

const SEE_TOO = 'My requests shows it in any case.';
const REMINDER = 'and may remind you the afternoon before';

/**
 * The texts of a booking's notifications; null where the server would send none. `isNotified`: this
 * device gets them. `today`: London's day.
 */
export function notifyText(
  state: CustomerBooking,
  isNotified: boolean,
  today: string,
): NotifyText | null {
  const { status, day, series = null } = state;
  if (series && (isRunning(series, today) || nextVisit(state, today)))
    return {
      label: 'Tell me if anything changes',
      on: `We’ll notify this device if a visit changes, ${REMINDER}. ${SEE_TOO}`,
    };
  if (day < today && (offerOf(state)?.visit.day ?? '') < today) return null;
  if (status === 'pending')
    return {
      label: 'Tell me when it’s confirmed',
      on: `We’ll notify this device when we answer, ${REMINDER}. ${SEE_TOO}`,
    };
  return status === 'confirmed' && isNotified
    ? {
        label: 'Tell me if anything changes',
        on: `We’ll notify this device if anything changes, ${REMINDER}. ${SEE_TOO}`,
      }
    : null;
}

interface UnsentTexts {
  /** The answer while it waits: the office does not know it yet. */
  waits: string;
  /**
   * What holds until it has arrived. `visit`: the day and time that the answer is about, confirmed or
   * not; `other`: those that it asks for.
   */
  until: (visit: string, isConfirmed: boolean, other: string) => string;
  /** Its name within a sentence. */
  named: string;
}

interface KindTexts {
  /** The next step of a visit that stands after it. */
  confirmed?: (last: BookingEvent) => string;
  /** The next step of a request after it, for its day; null for the step of one without an answer. */
  pending?: (last: BookingEvent, day: string, today: string) => string | null;
  /** The texts of a booking that it cancelled, in place of those of the status. */
  cancelled?: (last: BookingEvent, isPast: boolean) => AnswerText;
  /** The customer's own, before the office has it. */
  unsent?: UnsentTexts;
}

/** The texts of each kind of answer beside those of the booking's status. */
const TEXTS = {
  confirmed: {},
  offered: {
    confirmed: () => 'The other day that we offered has begun or passed, so this day stands.',
  },
  declined: {
    cancelled: ({ message }, isPast) => {
      const title = `We ${isPast ? 'couldn’t' : 'can’t'} take your booking`;
      return {
        tone: 'error',
        icon: 'info',
        title: message ? `${title}:` : title,
        text: message ? null : 'We’re sorry.',
      };
    },
  },
  accepted: {
    unsent: {
      waits: 'Your “Accept” is not with us yet',
      until: (visit) => `We come on ${visit} once it is.`,
      named: 'your “Accept”',
    },
  },
  refused: {
    confirmed: () => 'You said no to the other day that we offered, so this day stands.',
    pending: (_, day, today) =>
      `You said no to the time that we offered. ${day > today ? 'We’ll call you to find another one.' : `To find another one, ${CALL}`}`,
    unsent: {
      waits: 'Your “No, thanks” is not with us yet',
      until: () => '',
      named: 'your “No, thanks”',
    },
  },
  cancelled: {
    unsent: {
      waits: 'Your cancellation is not with us yet',
      until: (visit) =>
        `Our office doesn’t know of it. If your day, ${visit}, is soon, please call us on ${COMPANY.phone}.`,
      named: 'your cancellation',
    },
  },
  completed: {},
  reopened: {
    pending: (_, day, today) => {
      const next =
        day > today
          ? 'It is not confirmed yet: we’ll confirm it, or call you.'
          : day === today
            ? `It is not confirmed: please ${CALL}`
            : `That day has passed: to ask about it, ${CALL}`;
      return `Our office opened this booking again, so our last answer no longer holds. ${next}`;
    },
  },
  repeated: {},
  stopped: {},
  kept: {
    confirmed: () => 'We can’t come on the other day that you asked for, so this day stands.',
  },
  asked: {
    confirmed: (last) =>
      `You asked for ${namedText(last)}. We’ll answer; until then, this day stands.`,
    pending: (last, day, today) =>
      day > today ? `You asked for ${namedText(last)} instead. We’ll answer.` : null,
    unsent: {
      waits: 'Your question for another day is not with us yet',
      until: (visit, isConfirmed, other) =>
        `You asked for ${other}.${isConfirmed ? ` Until we answer, we come on ${visit}.` : ''}`,
      named: 'your question for another day',
    },
  },
} as const satisfies Record<Answer, KindTexts> & Record<CustomerAnswer, { unsent: UnsentTexts }>;

/** Without any for a kind that only a later release's server knows. */
const textsOf = (kind: string): KindTexts =>
  (TEXTS as Readonly<Record<string, KindTexts>>)[kind] ?? {};

/** The texts of a waiting answer. `isVisit`: the booking is one of a series. */
export const unsentTexts = (answer: CustomerAnswer, isVisit: boolean): UnsentTexts =>
  isVisit && answer === 'cancelled'
    ? {
        ...TEXTS.cancelled.unsent,
        waits: 'Your “Skip this visit” is not with us yet',
        named: 'your “Skip this visit”',
      }
    : TEXTS[answer].unsent;

/** Why an answer was refused, beside the booking's present state. `canAnswer`: that one admits an answer. */
export function refusedAnswerText(
  answer: CustomerAnswer,
  reason: AttentionReason,
  canAnswer: boolean,
  isVisit = false,
): string {
  const noun = isVisit ? 'visit' : 'booking';
  const refused = `We could not take ${unsentTexts(answer, isVisit).named}:`;
  switch (reason) {
    case 'changed':
      return canAnswer
        ? `${refused} the ${noun} changed before it reached us. It is shown here as it is now, and you can answer that.`
        : `${refused} the ${noun} changed before it reached us. It stays as it is shown here. ${ASK}`;
    case 'too-late':
      return `${refused} the day has begun. Please call us on ${COMPANY.phone}.`;
    case 'gone':
      return `${refused} we no longer have this ${noun}. ${ASK}`;
    default:
      return `${refused} our server refused it. ${ASK}`;
  }
}

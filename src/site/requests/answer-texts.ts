import { PREFERRED_TIMES } from '../../core/domain/booking-choices.ts';
import {
  offerOf,
  type CustomerAnswer,
  type CustomerBooking,
} from '../../core/domain/booking-events.ts';
import type { Slot } from '../../core/domain/schedule.ts';
import type { IconName } from '../../ui/icon.tsx';
import { COMPANY } from '../content/company.ts';
import { weekdayText } from '../forms/kind-texts.ts';

export interface AnswerText {
  tone: 'success' | 'info' | 'warning' | 'error';
  icon?: IconName;
  title: string;
  /** The next step, or null. */
  text: string | null;
}

/** A visit's day and hours: `Monday 30 November, 8AM-12PM`. */
export const timeText = (day: string, slot: Slot): string =>
  `${weekdayText(day)}, ${PREFERRED_TIMES[slot]}`;

/** The texts of a booking's state for its customer. `today`: London's day. */
export function answerText(state: CustomerBooking | null, today: string): AnswerText {
  if (!state)
    return {
      tone: 'warning',
      title: 'We can’t find this request',
      text: `Its link may be incomplete, or we have deleted the request. To ask about it, call ${COMPANY.phone}.`,
    };
  const { status, day, time_slot: slot, last } = state;
  const call = `To change anything, call us on ${COMPANY.phone}.`;
  switch (status) {
    case 'confirmed':
      return { tone: 'success', title: `Confirmed for ${timeText(day, slot)}`, text: call };
    case 'completed':
      return { tone: 'success', title: 'Done. Thank you', text: null };
    case 'cancelled':
      if (last?.kind === 'declined')
        return {
          tone: 'error',
          icon: 'info',
          title: last.message ? 'We can’t take your booking:' : 'We can’t take your booking',
          text: last.message ? null : 'We’re sorry.',
        };
      return {
        tone: 'info',
        icon: 'close',
        title: 'Cancelled',
        text:
          last?.actor === 'customer'
            ? `You cancelled this booking. We won’t come on ${timeText(day, slot)}.`
            : `We won’t come on ${timeText(day, slot)}.`,
      };
    case 'pending': {
      const offer = offerOf(state);
      if (offer?.time_slot && offer.day > today)
        return {
          tone: 'info',
          icon: 'calendar',
          title: `We can’t make that time. Could we come on ${timeText(offer.day, offer.time_slot)}?`,
          text: null,
        };
      if (offer)
        return {
          tone: 'warning',
          title: 'The day that we offered has begun or passed',
          text: `Call us on ${COMPANY.phone} to find another one.`,
        };
      return {
        tone: 'info',
        icon: 'clock',
        title: `Requested for ${timeText(day, slot)}`,
        text:
          last?.kind === 'refused'
            ? 'You said no to the time that we offered. We’ll call you to find another one.'
            : null,
      };
    }
  }
}

interface UnsentTexts {
  /** The answer while it waits: the office does not know it yet. */
  waits: string;
  /** What holds until it has arrived. `visit`: the day and time that the answer is about. */
  until: (visit: string) => string;
  /** An answer that was refused. */
  refused: string;
}

export const UNSENT_TEXTS: Record<CustomerAnswer, UnsentTexts> = {
  accepted: {
    waits: 'Your “Accept” is not with us yet',
    until: (visit) => `We come on ${visit} once it is.`,
    refused: 'Your “Accept” was not taken.',
  },
  refused: {
    waits: 'Your “No, thanks” is not with us yet',
    until: () => '',
    refused: 'Your “No, thanks” was not taken.',
  },
  cancelled: {
    waits: 'Your cancellation is not with us yet',
    until: (visit) =>
      `Our office doesn’t know of it. If your day, ${visit}, is soon, please call us on ${COMPANY.phone}.`,
    refused: 'Your cancellation was not taken.',
  },
};

import type { RetryReason, VisitorWaitCause } from '../core/domain/reasons.ts';

interface CauseTexts {
  /** The event, without a full stop. */
  what: string;
  /** The remedy: a sentence, or empty. */
  todo: string;
  /** The time of the next attempt: the end of a sentence. */
  when: string;
}

/** The causes of a wait, as texts for visitors. */
export const CAUSES: Record<VisitorWaitCause, CauseTexts> = {
  offline: {
    what: 'There is no connection',
    todo: '',
    when: 'when the connection is back',
  },
  'no-answer': {
    what: 'Our server has not answered',
    todo: '',
    when: 'in a few minutes',
  },
  'not-our-server': {
    what: 'This network is answering in place of our server',
    todo: 'Open its sign-in page, or use another network.',
    when: 'after that',
  },
  'too-large': {
    what: 'This network blocks uploads of this size',
    todo: 'Use another network.',
    when: 'after that',
  },
  'rate-limited': {
    what: 'Too many requests have come from this network',
    todo: '',
    when: 'in a few minutes',
  },
  server: { what: 'Our server is having trouble', todo: '', when: 'in a few minutes' },
  device: { what: 'Something went wrong on this device', todo: '', when: 'in a few minutes' },
};

/** The cause as sentences, each followed by a space; empty before a failure. */
export function causeText(cause: VisitorWaitCause | null): string {
  if (cause === null) return '';
  const { what, todo } = CAUSES[cause];
  return todo ? `${what}. ${todo} ` : `${what}. `;
}

/** When to try again: the end of a sentence. */
export const whenText = (cause: VisitorWaitCause | null): string =>
  cause ? CAUSES[cause].when : 'in a few minutes';

/**
 * A text that a list could not be read, with the cause. `what` begins the sentence: 'The gallery'.
 */
export const notReadText = (what: string, cause: RetryReason): string =>
  `${what} could not be loaded. ${causeText(cause)}Please try again ${whenText(cause)}.`;

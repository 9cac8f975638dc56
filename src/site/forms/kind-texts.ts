import type { AttentionReason } from '../../core/domain/reasons.ts';
import { weekdayText } from '../../core/domain/day-text.ts';
import type { Submission, SubmissionKind } from '../../core/domain/submission.ts';
import { replyDay } from '../../core/domain/business-days.ts';
import { COMPANY } from '../content/company.ts';

/** A sender's own details, repeated so that a mistake is seen. */
type Sender = Partial<Record<'phone' | 'email', string>>;

/** Keeps a number on one line. */
const unbroken = (phone: string) => phone.replaceAll(' ', '\u00a0');

interface KindTexts {
  /** The kind as a heading. */
  name: string;
  /** The kind inside a sentence: `Your booking …`. */
  noun: string;
  /** The title of the result of an accepted submission. */
  received: string;
  /** The button that leads from a result to an empty form. */
  another: string;
  /** The company's next step, after "we’ll". `when`: its time, such as ` by Monday 30 November`. */
  reply: (when: string, sender: Sender) => string;
  /** The owner's reply time holds for this kind. */
  isTimed: boolean;
  /** Its result offers to install the site. */
  offersInstall?: true;
  sent: string;
  failed: string;
  alertNotSent: string;
}

/** Texts for the sender of each kind of submission. */
export const KIND_TEXTS: Record<SubmissionKind, KindTexts> = {
  booking: {
    name: 'Booking',
    noun: 'booking',
    received: 'Request received',
    another: 'Book another',
    reply: (when, { phone }) => `call you${phone ? ` on ${unbroken(phone)}` : ''}${when}`,
    isTimed: true,
    offersInstall: true,
    sent: "Booking request submitted successfully! We'll contact you soon.",
    failed: 'Failed to submit booking. Please try again.',
    alertNotSent:
      "We saved your booking but the email alert did not send. We'll monitor this on our end.",
  },
  job_application: {
    name: 'Job application',
    noun: 'application',
    received: 'Application received',
    another: 'Apply for another position',
    reply: (_, { phone, email }) =>
      phone && email
        ? `read it, and call you on ${unbroken(phone)} or write to ${email}`
        : 'read it, and call or email you',
    isTimed: false,
    sent: "Application submitted successfully! We'll be in touch soon.",
    failed: 'Failed to submit application. Please try again.',
    alertNotSent:
      "We saved your application but the email alert did not send. We'll monitor this on our end.",
  },
  contact: {
    name: 'Message',
    noun: 'message',
    received: 'Message received',
    another: 'Send another message',
    reply: (when, { email }) => `email ${email ? `an answer to ${email}` : 'you an answer'}${when}`,
    isTimed: true,
    sent: "Message sent successfully! We'll get back to you soon.",
    failed: 'Failed to send message. Please try again.',
    alertNotSent:
      "We saved your message but the email alert did not send. We'll monitor this on our end.",
  },
};

/** For an edit whose record the server already had. Nobody can ask which version is stored. */
export const alreadySentText = (kind: SubmissionKind) =>
  `Your ${KIND_TEXTS[kind].noun} had already reached us, so we may not have your latest changes. If they matter, please call us on ${COMPANY.phone}.`;

/** For discarding a request whose attempt had no answer. */
export const RARELY_ARRIVES =
  'In rare cases a request arrives although no answer came back to this device. We would contact you then.';

export const POSITION_GONE =
  'Selected position is no longer available. Please refresh and try again.';

/** The error of a refused submission, as SPEC.md words it. */
export const refusedText = (kind: SubmissionKind, reason: AttentionReason): string =>
  reason === 'position-gone' ? POSITION_GONE : KIND_TEXTS[kind].failed;

/**
 * Toast ids of temporary messages about a request: it waits on this device, or it needs its sender.
 */
export const savedToast = (id: string) => `saved:${id}`;
export const attentionToast = (id: string) => `attention:${id}`;

/** A calendar day, `YYYY-MM-DD`, with its year: `Monday 7 December 2026`. */
export const dayText = (day: string): string =>
  `${weekdayText(day)} ${new Date(day).getUTCFullYear()}`;

/**
 * When and how the company replies to a submission received at `receivedAt` (ms since 1970). After
 * that day, the advice to call. `today`: London's day, if it may be a later one.
 */
export function replyText(
  kind: SubmissionKind,
  receivedAt: number,
  { today = '', sender = {} }: { today?: string; sender?: Sender } = {},
): string {
  const { reply, isTimed } = KIND_TEXTS[kind];
  const day = isTimed ? replyDay(receivedAt, COMPANY.answersInBusinessDays, COMPANY.hours) : null;
  return day !== null && day < today
    ? `We meant to reply by ${weekdayText(day)}. If you haven’t heard from us, please call.`
    : `We’ll ${reply(day === null ? '' : ` by ${weekdayText(day)}`, sender)}.`;
}

/**
 * The advice to call as well, where a booking's day is not after the day of the reply to a request
 * received at `receivedAt`; the phone number follows it. Null for a later day.
 */
export function soonText(receivedAt: number, day: string): string | null {
  const replied = replyDay(receivedAt, COMPANY.answersInBusinessDays, COMPANY.hours);
  return replied !== null && day <= replied
    ? 'Your day may come before our call, so please call us, too:'
    : null;
}

/** `replyText` for a submission that still waits on the device. */
export function replyOnceReceived({ kind, values }: Submission): string {
  const { reply, isTimed } = KIND_TEXTS[kind];
  return `Once it has reached us, we’ll ${reply(isTimed ? ` within ${COMPANY.answersWithin}` : '', values)}.`;
}

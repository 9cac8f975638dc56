import { answerKind, type OfficeAnswer } from './answers.ts';
import { namesDay, type RecordedEvent, type Reminder } from './booking-events.ts';
import { dayAfter } from './london-time.ts';
import { mailboxOf } from './mailbox.ts';

/** How the customers' mails stood at the last sync. */
export interface MailOutlook {
  /** The most mails a day; 0 sends none. */
  per_day: number;
  /** When the office may send one more, ISO 8601; null while the day's total is not used up. */
  free_at: string | null;
}

/** The expected outcome of the mail about an answer, as far as this device knows. */
export type MailForecast =
  | 'goes'
  /** The server has not said whether it sends mails. */
  | 'unknown'
  | 'off'
  | 'no-address'
  | 'refused'
  | 'past'
  /** The total, or the share of this address, is used up for a day. */
  | 'total'
  | 'share';

interface Mailed {
  email: string | null;
  preferred_date: string;
  is_mail_refused: boolean;
  events: readonly RecordedEvent[];
  reminders: readonly Reminder[];
}

interface Answer {
  kind: OfficeAnswer;
  /** `YYYY-MM-DD`; empty before a day is chosen. */
  day: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The mails of the office to one mailbox a day, as `claim_answer_receipt` counts them. */
const shareOf = (perDay: number) => Math.min(5, Math.max(1, Math.floor(perDay / 8)));

/** The last day that an answer is about, as the database's `day_of`. */
const dayOf = ({ kind, day }: Answer, { preferred_date, events }: Mailed): string =>
  namesDay(kind) && day !== ''
    ? day
    : [preferred_date, ...events.flatMap((event) => event.day ?? [])].reduce((a, b) =>
        a > b ? a : b,
      );

/** `others`: all bookings. `today`: London's day; `now`: milliseconds since 1970. */
export function forecastMail(
  answer: Answer,
  booking: Mailed,
  others: readonly Mailed[],
  mails: MailOutlook | null,
  { today, now }: { today: string; now: number },
): MailForecast {
  const { email } = booking;
  const { mailedFor = 0 } = answerKind(answer.kind);
  if (!email) return 'no-address';
  if (booking.is_mail_refused) return 'refused';
  if (dayOf(answer, booking) < dayAfter(today, -mailedFor)) return 'past';
  if (mails === null) return 'unknown';
  if (mails.per_day === 0) return 'off';
  if (mails.free_at !== null && Date.parse(mails.free_at) > now) return 'total';
  const mailbox = mailboxOf(email);
  const sent = others
    .filter((other) => other.email && mailboxOf(other.email) === mailbox)
    .flatMap(({ events, reminders }) => [
      ...events.filter(({ actor }) => actor === 'office'),
      ...reminders,
    ])
    .filter(
      ({ mail, created_at: at }) =>
        (mail?.state === 'sent' || mail?.state === 'refused') && Date.parse(at) > now - DAY_MS,
    );
  return sent.length < shareOf(mails.per_day) ? 'goes' : 'share';
}

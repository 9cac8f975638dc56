import { format, parseISO } from 'date-fns';
import type { Delivery, RecordedEvent } from '../../core/domain/booking-events.ts';
import { londonClock } from '../../core/domain/london-time.ts';
import type { MailForecast, MailOutlook } from '../../core/domain/mail-outlook.ts';
import { isGivenUp } from '../../core/domain/undelivered.ts';

/** The mail and the notification about an answer or a reminder. */
export type Sent = Pick<RecordedEvent, 'mail' | 'push' | 'created_at'>;

const NO_MAIL: Partial<Record<NonNullable<Delivery['reason']>, string>> = {
  past: 'No email: the day was over',
  'no-address': 'No email: there is no address',
  suppressed: 'No email: the address refused an earlier one',
  replaced: 'No email: a later answer replaced it',
  off: 'No email: emails to customers are off',
};

const WAITING: Partial<Record<NonNullable<Delivery['reason']>, string>> = {
  total: 'Email waits: the day’s emails are used up',
  share: 'Email waits: this address had its emails for the day',
  provider: 'Email waits: the mail provider did not take it yet',
};

function mailText({ state, reason }: Delivery, isOver: boolean): string {
  switch (state) {
    case 'sent':
      return 'Email sent';
    case 'waits':
      if (isOver) return 'Email not sent: it was tried for two days';
      return (reason && WAITING[reason]) ?? 'Email waits to be sent';
    case 'refused':
      return reason === 'bounced' ? 'Email did not arrive' : 'Email refused by the mail provider';
    case 'none':
      return (reason && NO_MAIL[reason]) ?? 'No email';
  }
}

/** Null where nobody expects a notification. */
function pushText({ state, reason }: Delivery): string | null {
  switch (state) {
    case 'sent':
      return 'Notification sent';
    case 'waits':
      return 'Notification waits to be sent';
    case 'refused':
      return 'Notification did not arrive';
    case 'none':
      return reason === 'off' ? 'No notification: they are off' : null;
  }
}

/** The outcome of the mail and the notification about an event; empty while unknown. */
export const deliveryText = (event: Sent, now: number): string =>
  [event.mail && mailText(event.mail, isGivenUp(event, now)), event.push && pushText(event.push)]
    .filter(Boolean)
    .join('. ');

/** True for a mail that a person has to make up for. */
export const isUndelivered = (event: Sent, now: number): boolean =>
  event.mail?.state === 'refused' || isGivenUp(event, now);

/** `tomorrow` or `later today`, in London. */
function nextMailText({ free_at: freeAt }: MailOutlook, today: string): string {
  if (freeAt === null) return 'later';
  const at = parseISO(londonClock(Date.parse(freeAt)));
  return format(at, 'yyyy-MM-dd') === today ? 'later today' : 'tomorrow';
}

const FORECASTS: Record<
  Exclude<MailForecast, 'goes'>,
  (mails: MailOutlook | null, today: string) => string
> = {
  off: () => 'Emails to customers are off. Call the customer.',
  'no-address': () => 'There is no email address. Call the customer.',
  refused: () => 'Their address refused our last email, so none goes. Call the customer.',
  past: () => 'The day is over, so no email goes.',
  total: (mails, today) =>
    `Today’s emails are used up. This one goes ${mails ? nextMailText(mails, today) : 'later'}: call if it can’t wait.`,
  share: () =>
    'This address had its emails for today. This one goes tomorrow: call if it can’t wait.',
  unknown: () =>
    'This device doesn’t know yet whether emails to customers are on. The history below will say whether this one went.',
};

/** The warning before an answer that no mail takes to the customer now. */
export const forecastText = (
  forecast: Exclude<MailForecast, 'goes'>,
  mails: MailOutlook | null,
  today: string,
): string => FORECASTS[forecast](mails, today);

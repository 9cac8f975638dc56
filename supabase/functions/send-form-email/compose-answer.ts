import { escapeHtml } from '../_shared/escape-html.ts';
import { referenceOf } from '../_shared/reference.ts';
import {
  calendarFileOf,
  requestPage,
  textAsHtml,
  whyMailed,
  type CustomerMail,
} from './customer-mail.ts';
import {
  filledRows,
  headingAsHtml,
  mailAsHtml,
  paragraphAsHtml,
  rowsAsHtml,
  rowsAsText,
} from './layout.ts';
import {
  serviceName,
  timeName,
  wholeDay,
  type MailedEvent,
  type StoredRecord,
} from './describe-record.ts';

interface AnswerTexts {
  heading: string;
  /** The text of an answer without one of its own. */
  text: string;
  /** The link to My requests. */
  page: string;
  /** The visit's state for the customer's calendar; none leaves the calendar as it is. */
  visit?: 'confirmed' | 'cancelled';
}

const SEE = 'See your request here';
const SEE_OR_CANCEL = 'See or cancel it here';

const CONFIRMED: AnswerTexts = {
  heading: 'Your booking is confirmed',
  text: 'We’ll come at the time above.',
  page: SEE_OR_CANCEL,
  visit: 'confirmed',
};
const CANCELLED: AnswerTexts = {
  heading: 'Your booking is cancelled',
  text: 'We won’t come at the time above.',
  page: SEE,
  visit: 'cancelled',
};

/** The customer's texts for each answer that is mailed. */
function textsOf({ kind, actor, is_move: isMove }: MailedEvent): AnswerTexts {
  switch (kind) {
    case 'confirmed':
      return isMove ? { ...CONFIRMED, heading: 'Your booking has a new time' } : CONFIRMED;
    case 'offered':
      return {
        heading: 'Could we come at another time?',
        text: 'We can’t make the time that you asked for. Could we come at the time above?',
        page: 'Accept the new time, or say no, here',
      };
    case 'declined':
      return { ...CANCELLED, heading: 'We can’t take your booking', text: 'We’re sorry.' };
    case 'cancelled':
      return actor === 'office'
        ? CANCELLED
        : { ...CANCELLED, heading: 'You cancelled your booking' };
    case 'completed':
      return { heading: 'Your cleaning is done', text: 'Thank you.', page: SEE };
    case 'accepted':
      return CONFIRMED;
    default:
      return { heading: 'About your booking', text: '', page: SEE };
  }
}

/** An answer in a few words, as its mail's subject and its notification begin. */
export const headingOf = (event: MailedEvent): string => textsOf(event).heading;

const CALENDAR_TEXTS = {
  confirmed: 'The file with this email puts the visit into your calendar.',
  cancelled: 'The file with this email takes the visit out of your calendar.',
};

/** Writes the customer's mail about an answer to a booking. `site`: the site's address. */
export function composeAnswer(
  id: string,
  record: StoredRecord,
  event: MailedEvent,
  site: string,
): CustomerMail {
  const { heading, text, page: label, visit } = textsOf(event);
  const reference = referenceOf(id);
  const rows = filledRows([
    ['Reference', reference],
    ['Service', serviceName(record)],
    ['Day', wholeDay(event.day ?? record['preferred_date'])],
    ['Time', timeName({ ...record, ...(event.time_slot && { preferred_time: event.time_slot }) })],
  ]);
  const message = event.message ?? text;
  const page = requestPage(label, id, site);
  const calendar = visit && CALENDAR_TEXTS[visit];
  const reply = 'To ask or tell us something, reply to this email.';
  const why = whyMailed(site.replace(/^https?:\/\//, ''), 'booking');
  return {
    subject: `${heading} ${reference}`,
    text: [heading, rowsAsText(rows), message, page.text, calendar, reply, why]
      .filter(Boolean)
      .join('\n\n'),
    html: mailAsHtml([
      headingAsHtml(heading),
      rowsAsHtml(rows),
      textAsHtml(message),
      page.html,
      paragraphAsHtml([calendar, reply].filter((line) => line !== undefined).join('<br>')),
      paragraphAsHtml(`<small>${escapeHtml(why)}</small>`),
    ]),
    ...(visit && {
      attachments: [calendarFileOf(id, record, { status: visit, sequence: event.sequence })],
    }),
  };
}

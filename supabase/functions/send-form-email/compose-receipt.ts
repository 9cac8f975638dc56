import { escapeHtml } from '../_shared/escape-html.ts';
import { referenceOf } from '../_shared/reference.ts';
import { calendarFileOf, requestPage, whyMailed, type CustomerMail } from './customer-mail.ts';
import type { Kind, Submission } from './compose.ts';
import {
  filledRows,
  headingAsHtml,
  linkAsHtml,
  mailAsHtml,
  paragraphAsHtml,
  rowsAsHtml,
  rowsAsText,
  type Row,
} from './layout.ts';
import {
  dayReceived,
  serviceName,
  timeName,
  wholeDay,
  type StoredRecord,
} from './describe-record.ts';

interface ReceiptTexts {
  /** The end of the subject: `We have your …`. */
  noun: string;
  rowsOf: (record: StoredRecord, jobTitle: string | null) => Row[];
  /** The company's next step. */
  next: string;
  /** The beginning of the sentence about changes. */
  change: string;
}

/** Texts for each kind of submission. */
const RECEIPTS: Record<Kind, ReceiptTexts> = {
  booking: {
    noun: 'booking request',
    rowsOf: (record) => [
      ['Service', serviceName(record)],
      ['Day', wholeDay(record['preferred_date'])],
      ['Time', timeName(record)],
    ],
    // The site's fact `called`.
    next: 'We’ll call you to confirm the day and the price. The file with this email puts the visit into your calendar, marked as requested.',
    change: 'To change or cancel it',
  },
  job_application: {
    noun: 'application',
    rowsOf: (record, jobTitle) => [
      ['Position', jobTitle],
      ['Received', dayReceived(record)],
    ],
    next: 'We’ll read it, and call or email you.',
    change: 'To change or withdraw it',
  },
  contact: {
    noun: 'message',
    rowsOf: (record) => [['Received', dayReceived(record)]],
    next: 'We’ll email you an answer.',
    change: 'To add something',
  },
};

/**
 * Writes the customer's mail about a stored submission, without any text that the sender typed.
 * `site`: the site's address.
 */
export function composeReceipt(
  { kind, id, record, jobTitle }: Submission,
  site: string,
): CustomerMail {
  const { noun, rowsOf, next, change } = RECEIPTS[kind];
  const reference = referenceOf(id);
  const heading = `We have your ${noun}`;
  const rows = filledRows([['Reference', reference], ...rowsOf(record, jobTitle)]);
  const host = site.replace(/^https?:\/\//, '');
  const contact = `${site}/contact`;
  const how = `${change}, reply to this email or call us. Our phone number is on this page:`;
  const page = kind === 'booking' ? requestPage('See or cancel it here', id, site) : null;
  const why = whyMailed(host, noun);
  return {
    subject: `${heading} ${reference}`,
    text: [
      heading,
      rowsAsText(rows),
      next,
      ...(page ? [page.text] : []),
      `${how} ${contact}`,
      why,
    ].join('\n\n'),
    html: mailAsHtml([
      headingAsHtml(heading),
      rowsAsHtml(rows),
      paragraphAsHtml(escapeHtml(next)),
      ...(page ? [page.html] : []),
      paragraphAsHtml(`${escapeHtml(how)}<br>${linkAsHtml(contact, `${host}/contact`)}`),
      paragraphAsHtml(`<small>${escapeHtml(why)}</small>`),
    ]),
    ...(kind === 'booking' && {
      attachments: [calendarFileOf(id, record, { status: 'tentative', sequence: 0 })],
    }),
  };
}

import type { Company } from '../_shared/company.ts';
import { escapeHtml } from '../_shared/escape-html.ts';
import { referenceOf } from '../_shared/domain/reference.ts';
import {
  calendarFileOf,
  replyOrCall,
  requestPage,
  signature,
  type CustomerMail,
} from './customer-mail.ts';
import type { Kind, Submission } from './compose.ts';
import {
  filledRows,
  headingAsHtml,
  mailAsHtml,
  paragraphAsHtml,
  rowsAsHtml,
  rowsAsText,
  type Row,
} from './layout.ts';
import {
  dayReceived,
  isLate,
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

const HAS_PASSED =
  'The day had passed when your request reached us, so we can’t come then. We’ll call you to find another one.';

/**
 * Writes the customer's mail about a stored submission, without any text that the sender typed.
 * `site`: the site's address.
 */
export async function composeReceipt(
  { kind, id, record, jobTitle }: Submission,
  site: string,
  company: Company,
): Promise<CustomerMail> {
  const { noun, rowsOf, next: usual, change } = RECEIPTS[kind];
  const hasPassed = kind === 'booking' && isLate(record);
  const next = hasPassed ? HAS_PASSED : usual;
  const reference = referenceOf(id);
  const heading = `We have your ${noun}`;
  const rows = filledRows([['Reference', reference], ...rowsOf(record, jobTitle)]);
  const how = `${change}, ${replyOrCall(company)}`;
  const page = kind === 'booking' ? requestPage('See or cancel it here', id, site) : null;
  const end = signature(company, site, noun);
  const subject = `${heading} ${reference}`;
  return {
    subject,
    text: [heading, rowsAsText(rows), next, ...(page ? [page.text] : []), how, end.text].join(
      '\n\n',
    ),
    html: mailAsHtml(subject, [
      headingAsHtml(heading),
      rowsAsHtml(rows),
      paragraphAsHtml(escapeHtml(next)),
      ...(page ? [page.html] : []),
      paragraphAsHtml(escapeHtml(how)),
      end.html,
    ]),
    ...(kind === 'booking' &&
      !hasPassed && {
        attachments: [
          await calendarFileOf(
            [
              {
                id,
                day: record['preferred_date'],
                slot: record['preferred_time'],
                status: 'tentative',
                sequence: 0,
              },
            ],
            { service: serviceName(record), reference, made: record['created_at'], company },
          ),
        ],
      }),
  };
}

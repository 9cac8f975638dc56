import { headerAddress } from '../_shared/email-address.ts';
import { referenceOf } from '../_shared/reference.ts';
import {
  filledRows,
  headingAsHtml,
  linkAsHtml,
  mailAsHtml,
  rowsAsHtml,
  rowsAsText,
  type Row,
} from './layout.ts';
import {
  dayReceived,
  serviceName,
  shortDay,
  timeName,
  wholeDay,
  type StoredRecord,
} from './words.ts';

const personOf = (record: StoredRecord): Row[] => [
  ['Name', record['name']],
  ['Phone', record['phone']],
  ['Email', record['email']],
];

interface Mail {
  /**
   * The subject's first words. The reference and the day follow; no typed text reaches a header.
   */
  title: string;
  dayOf: (record: StoredRecord) => string;
  /** The portal's list of the record. */
  list: `/admin/${string}`;
  rowsOf: (record: StoredRecord, jobTitle: string | null) => Row[];
}

/** The office's texts for each kind of submission. */
const MAILS = {
  booking: {
    title: 'New booking',
    dayOf: (record) => shortDay('UTC', record['preferred_date']),
    list: '/admin/bookings',
    rowsOf: (record) => [
      ...personOf(record),
      ['Service address', record['address']],
      ['Service type', serviceName(record)],
      ['Preferred date', wholeDay(record['preferred_date'])],
      ['Preferred time', timeName(record)],
      ['Additional notes', record['notes']],
    ],
  },
  job_application: {
    title: 'New job application',
    dayOf: dayReceived,
    list: '/admin/applications',
    rowsOf: (record, jobTitle) => [
      ['Position', jobTitle],
      ...personOf(record),
      ['Cover letter', record['cover_letter']],
      ['Resume', 'Open the application in the portal to download it.'],
    ],
  },
  contact: {
    title: 'New message',
    dayOf: dayReceived,
    list: '/admin/messages',
    rowsOf: (record) => [
      ...personOf(record),
      ['Subject', record['subject']],
      ['Message', record['message']],
    ],
  },
} satisfies Record<string, Mail>;

export type Kind = keyof typeof MAILS;

export const KINDS = Object.keys(MAILS) as Kind[];

/** The portal's list for a kind. */
export const listOf = (kind: Kind): string => MAILS[kind].list;

const OPEN = 'Open in the portal';

interface Composed {
  subject: string;
  text: string;
  html: string;
  /** The visitor's address, if a mail program can answer to it. */
  replyTo?: string;
}

/** A stored submission, as the mail needs it. */
export interface Submission {
  kind: Kind;
  id: string;
  record: StoredRecord;
  jobTitle: string | null;
}

/**
 * Writes the office's mail about a stored submission. `site`: the address of the site and the
 * portal.
 */
export function composeMail({ kind, id, record, jobTitle }: Submission, site: string): Composed {
  const { title, dayOf, list, rowsOf }: Mail = MAILS[kind];
  const reference = referenceOf(id);
  const subject = [`${title} ${reference}`, dayOf(record)].filter(Boolean).join(', ');
  const link = `${site}${list}?q=${reference}`;
  const rows = filledRows(rowsOf(record, jobTitle));
  const replyTo = headerAddress(record['email']);
  return {
    subject,
    text: `${rowsAsText(rows)}\n\n${OPEN}: ${link}`,
    html: mailAsHtml([headingAsHtml(subject), rowsAsHtml(rows), linkAsHtml(link, OPEN)]),
    ...(replyTo !== null && { replyTo }),
  };
}

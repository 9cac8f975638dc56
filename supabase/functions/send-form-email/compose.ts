import { BOOKING_FIELD_NAMES, bookingField } from '../_shared/domain/booking-fields.ts';
import { fieldText } from '../_shared/domain/job-text.ts';
import { headerAddress } from '../_shared/email-address.ts';
import { referenceOf } from '../_shared/domain/reference.ts';
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
  shortDay,
  slotName,
  timeName,
  wholeDay,
  type BookingEvent,
  type StoredRecord,
} from './describe-record.ts';

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
    rowsOf: (record) =>
      BOOKING_FIELD_NAMES.map((field): Row => {
        const { label, name = label, kind } = bookingField(field);
        const text = fieldText(record, field);
        return [name, kind === 'day' ? wholeDay(text) : text];
      }),
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
const ANSWER = 'Answer';

const CUSTOMER_ANSWERS: Partial<Record<BookingEvent['kind'], string>> = {
  accepted: 'Offer accepted',
  refused: 'Offer refused',
  cancelled: 'Booking cancelled',
  asked: 'Another day asked for',
};

/** The beginning of a subject or notification about a customer's answer. */
export const titleOfEvent = ({ kind }: BookingEvent, record: StoredRecord): string =>
  kind === 'cancelled' && record['series_day']
    ? 'Visit skipped'
    : (CUSTOMER_ANSWERS[kind] ?? 'Booking answered');

/** The day that a customer asks for, and the present one. */
const askedRows = (event: BookingEvent, record: StoredRecord): Row[] => [
  ['Asks for', `${wholeDay(event.day)}, ${slotName(event.time_slot)}`],
  [
    record['status'] === 'confirmed' ? 'The visit is on' : 'The request is for',
    `${wholeDay(record['preferred_date'])}, ${timeName(record)}`,
  ],
];

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
  /** The customer's answer that the mail is about, instead of the submission itself. */
  event?: BookingEvent | null;
}

/**
 * Writes the office's mail about a stored submission. `site`: the address of the site and the
 * portal.
 */
export function composeMail(
  { kind, id, record, jobTitle, event }: Submission,
  site: string,
): Composed {
  const { title, dayOf, list, rowsOf }: Mail = MAILS[kind];
  // A customer knows the reference of the first booking.
  const reference = referenceOf(record['series'] ?? id);
  const subject = [`${event ? titleOfEvent(event, record) : title} ${reference}`, dayOf(record)]
    .filter(Boolean)
    .join(', ');
  const links = [
    ...(kind === 'booking' ? [[ANSWER, `${site}${list}/answer#${id}`] as const] : []),
    [OPEN, `${site}${list}?q=${referenceOf(id)}`] as const,
  ];
  const rows = filledRows([
    ...(event?.kind === 'asked' ? askedRows(event, record) : []),
    ...rowsOf(record, jobTitle),
  ]);
  const replyTo = headerAddress(record['email']);
  return {
    subject,
    text: [rowsAsText(rows), ...links.map(([label, link]) => `${label}: ${link}`)].join('\n\n'),
    html: mailAsHtml(subject, [
      headingAsHtml(subject),
      rowsAsHtml(rows),
      ...links.map(([label, link]) => paragraphAsHtml(linkAsHtml(link, label))),
    ]),
    ...(replyTo !== null && { replyTo }),
  };
}

import { headerAddress } from '../_shared/email-address.ts';
import { escapeHtml } from '../_shared/escape-html.ts';
import { referenceOf } from '../_shared/reference.ts';

type Row = readonly [label: string, value: string | null | undefined];
type Filled = readonly [label: string, value: string];

/** A stored submission, as the database holds it. */
export type StoredRecord = Record<string, string | null>;

const SERVICES: Record<string, string> = {
  residential: 'Residential Cleaning',
  commercial: 'Commercial Cleaning',
  deep: 'Deep Cleaning',
  move: 'Move In/Out',
  specialized: 'Specialized Service',
};
const TIMES: Record<string, string> = {
  morning: '8AM-12PM',
  afternoon: '12PM-5PM',
  evening: '5PM-8PM',
};

const WHOLE_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });

/** Such as "Fri 4 Dec". Runtimes differ in the comma after the weekday. */
const SHORT_DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;
export const shortDay = (timeZone: 'UTC' | 'Europe/London', value: string | null | undefined) => {
  const date = new Date(value ?? '');
  return Number.isNaN(date.getTime())
    ? ''
    : new Intl.DateTimeFormat('en-GB', { ...SHORT_DAY, timeZone }).format(date).replace(',', '');
};
const dayReceived = (record: StoredRecord) => shortDay('Europe/London', record['created_at']);

const named = (names: Record<string, string>, value: string | null | undefined) =>
  value ? (names[value] ?? value) : value;
const day = (value: string | null | undefined) =>
  value ? WHOLE_DAY.format(new Date(value)) : value;

const personOf = (record: StoredRecord): Row[] => [
  ['Name', record['name']],
  ['Phone', record['phone']],
  ['Email', record['email']],
];

interface Mail {
  /** The subject's first words. With a reference and a day, so that nothing a visitor types reaches a header. */
  title: string;
  dayOf: (record: StoredRecord) => string;
  /** The list of the portal that holds the record. */
  list: `/admin/${string}`;
  rowsOf: (record: StoredRecord, jobTitle: string | null) => Row[];
}

/** What the office reads of each kind of submission. */
const MAILS = {
  booking: {
    title: 'New booking',
    dayOf: (record) => shortDay('UTC', record['preferred_date']),
    list: '/admin/bookings',
    rowsOf: (record) => [
      ...personOf(record),
      ['Service address', record['address']],
      ['Service type', named(SERVICES, record['service_type'])],
      ['Preferred date', day(record['preferred_date'])],
      ['Preferred time', named(TIMES, record['preferred_time'])],
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

/** The list of the portal that holds the records of a kind. */
export const listOf = (kind: Kind): string => MAILS[kind].list;

/** A visitor may break their text into lines, with all that a mail program shows as a break. */
const linesOf = (value: string) => value.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/);

/** One line stands beside its label. Of more, each is marked, so that none reads as a field of ours. */
function toText([label, value]: Filled): string {
  const lines = linesOf(value);
  return lines.length === 1
    ? `${label}: ${value}`
    : [`${label}:`, ...lines.map((line) => `| ${line}`)].join('\n');
}

/** The same: more than one line is a quotation, with a bar at its side, also where a mail program drops the table. */
function toCell(value: string): string {
  const lines = linesOf(value).map(escapeHtml);
  if (lines.length === 1) return escapeHtml(value);
  return `<blockquote style="margin:0;padding-left:12px;border-left:4px solid #999">${lines.join('<br>')}</blockquote>`;
}

const OPEN = 'Open in the portal';

function toHtml(title: string, rows: Filled[], link: string): string {
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th>` +
      `<td style="padding:4px 0">${toCell(value)}</td></tr>`,
  );
  return [
    `<h1 style="font:bold 20px sans-serif">${escapeHtml(title)}</h1>`,
    `<table style="font:16px sans-serif">\n${lines.join('\n')}\n</table>`,
    `<p style="font:16px sans-serif"><a href="${escapeHtml(link)}">${OPEN}</a></p>`,
  ].join('\n');
}

interface Composed {
  subject: string;
  text: string;
  html: string;
  /** The visitor's address, when a mail program can answer to it. */
  replyTo?: string;
}

interface Submission {
  kind: Kind;
  id: string;
  record: StoredRecord;
  jobTitle: string | null;
}

/** Writes the office's mail about one stored submission. `site` is the address of the site, which has the portal. */
export function composeMail({ kind, id, record, jobTitle }: Submission, site: string): Composed {
  const { title, dayOf, list, rowsOf }: Mail = MAILS[kind];
  const reference = referenceOf(id);
  const subject = [`${title} ${reference}`, dayOf(record)].filter(Boolean).join(', ');
  const link = `${site}${list}?q=${reference}`;
  const rows = rowsOf(record, jobTitle).flatMap(([label, value]): Filled[] =>
    value ? [[label, value]] : [],
  );
  const replyTo = headerAddress(record['email']);
  return {
    subject,
    text: `${rows.map(toText).join('\n')}\n\n${OPEN}: ${link}`,
    html: toHtml(subject, rows, link),
    ...(replyTo !== null && { replyTo }),
  };
}

import { escapeHtml } from '../_shared/escape-html.ts';
import type { Kind, StoredRecord } from './records.ts';

type Row = readonly [label: string, value: string | null | undefined];

/** Fixed, so that nothing a visitor types reaches a header. */
const SUBJECTS: Record<Kind, string> = {
  booking: 'New booking request',
  job_application: 'New job application',
  contact: 'New contact message',
};

const SERVICES: Record<string, string> = {
  residential: 'Residential Cleaning',
  commercial: 'Commercial Cleaning',
  deep: 'Deep Cleaning',
  move: 'Move In/Out',
  specialized: 'Specialized Service',
};
const TIMES: Record<string, string> = { morning: '8AM-12PM', afternoon: '12PM-5PM', evening: '5PM-8PM' };

const WHOLE_DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
const E_MAIL = /^[^\s@<>,;:"()[\]\\]{1,64}@[A-Za-z0-9.-]{1,253}\.[A-Za-z]{2,}$/;

const named = (names: Record<string, string>, value: string | null | undefined) => (value ? (names[value] ?? value) : value);
const day = (value: string | null | undefined) => (value ? WHOLE_DAY.format(new Date(value)) : value);

function rowsOf(kind: Kind, record: StoredRecord, jobTitle: string | null): Row[] {
  const person: Row[] = [['Name', record['name']], ['Phone', record['phone']], ['Email', record['email']]];
  switch (kind) {
    case 'booking':
      return [
        ...person,
        ['Service address', record['address']],
        ['Service type', named(SERVICES, record['service_type'])],
        ['Preferred date', day(record['preferred_date'])],
        ['Preferred time', named(TIMES, record['preferred_time'])],
        ['Additional notes', record['notes']],
      ];
    case 'job_application':
      return [
        ['Position', jobTitle],
        ...person,
        ['Cover letter', record['cover_letter']],
        ['Resume', 'Sign in to the admin portal to download it.'],
      ];
    case 'contact':
      return [...person, ['Subject', record['subject']], ['Message', record['message']]];
  }
}

function toHtml(title: string, rows: (readonly [string, string])[]): string {
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th>` +
      `<td style="padding:4px 0;white-space:pre-line">${escapeHtml(value)}</td></tr>`,
  );
  return `<h1 style="font-size:20px">${escapeHtml(title)}</h1>\n<table style="font:16px sans-serif">\n${lines.join('\n')}\n</table>`;
}

export interface Composed {
  subject: string;
  text: string;
  html: string;
  /** The visitor's address, when a mail program can answer to it. */
  replyTo?: string;
}

/** Writes the office's mail about one stored submission. */
export function composeMail(kind: Kind, record: StoredRecord, jobTitle: string | null): Composed {
  const subject = SUBJECTS[kind];
  const rows = rowsOf(kind, record, jobTitle).flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  const email = record['email'];
  return {
    subject,
    text: rows.map(([label, value]) => `${label}: ${value}`).join('\n'),
    html: toHtml(subject, rows),
    ...(email && E_MAIL.test(email) ? { replyTo: email } : {}),
  };
}

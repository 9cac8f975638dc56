import type { Booking } from './booking.ts';
import type { Contact } from './contact.ts';
import type { Entity } from './entities.ts';
import type { JobApplication } from './job-application.ts';

/** The kinds of submission and their validated values. */
interface SubmissionValues {
  booking: Booking;
  job_application: JobApplication;
  contact: Contact;
}

export type SubmissionKind = keyof SubmissionValues;

export type Submission<K extends SubmissionKind = SubmissionKind> = {
  [P in K]: { kind: P; values: SubmissionValues[P] };
}[K];

/**
 * A submission ready to send: its minted id and, for an application, the path of its stored file.
 */
export type OutgoingRecord<K extends SubmissionKind = SubmissionKind> = Submission<K> & {
  id: string;
  filePath: string | null;
};

/** A request's summary: a service's stored value, and a calendar day, `YYYY-MM-DD`. */
export interface Summary {
  service: Booking['service_type'];
  day: string;
}

type Columns = Record<string, string | null>;

interface KindDescriptor<Values> {
  /** Its table, which is also the portal's list. */
  table: Entity;
  /** The page with its form. */
  formPath: string;
  /** The requested calendar day, `YYYY-MM-DD`, which may pass while it waits. */
  dayOf?: (values: Values) => string;
  /** The summary in its receipt. */
  toSummary?: (values: Values) => Summary;
  /** Its sender is offered to install the site. */
  offersInstall?: true;
  /** The columns that a visitor may write besides the id. */
  toColumns: (values: Values, filePath: string | null) => Columns;
  /** The alert's request besides the id; absent texts are empty strings. */
  toAlert: (values: Values, filePath: string | null) => Columns;
}

/**
 * All facts about a kind of submission. Two parts are elsewhere under the same key: its rules in
 * `new-submission.ts`, because zod loads only with a form, and its texts in the site's
 * `KIND_TEXTS`.
 */
export const SUBMISSION_KINDS: {
  readonly [K in SubmissionKind]: KindDescriptor<SubmissionValues[K]>;
} = {
  booking: {
    table: 'bookings',
    formPath: '/booking',
    dayOf: ({ preferred_date }) => preferred_date,
    toSummary: ({ service_type: service, preferred_date: day }) => ({ service, day }),
    offersInstall: true,
    toColumns: (values) => values,
    toAlert: ({ service, size, frequency, notes, ...values }) => ({
      ...values,
      service: service ?? '',
      size: size ?? '',
      frequency: frequency ?? '',
      notes: notes ?? '',
    }),
  },
  job_application: {
    table: 'job_applications',
    formPath: '/careers',
    toColumns: ({ career_id, name, phone, email, cover_letter }, filePath) => ({
      ...{ career_id, name, phone, email, cover_letter },
      resume_path: filePath,
      resume_url: filePath,
    }),
    toAlert: ({ name, phone, email, job_title, cover_letter }, filePath) => ({
      ...{ name, phone, email, job_title },
      resume_path: filePath,
      cover_letter: cover_letter ?? '',
    }),
  },
  contact: {
    table: 'contact_messages',
    formPath: '/contact',
    toColumns: (values) => values,
    toAlert: (values) => values,
  },
};

/** The tables of submissions: the lists that visitors fill. */
export const SUBMISSION_TABLES: readonly Entity[] = Object.values(SUBMISSION_KINDS).map(
  ({ table }) => table,
);

/** The table a submission is stored in. */
export const tableOf = ({ kind }: Submission): Entity => SUBMISSION_KINDS[kind].table;

/** The calendar day that a submission requests; null for none. */
export const dayOf = <K extends SubmissionKind>({ kind, values }: Submission<K>): string | null =>
  SUBMISSION_KINDS[kind].dayOf?.(values) ?? null;

/** The summary that a submission's receipt may keep; null for none. */
export const summaryOf = <K extends SubmissionKind>({
  kind,
  values,
}: Submission<K>): Summary | null => SUBMISSION_KINDS[kind].toSummary?.(values) ?? null;

export const toRow = <K extends SubmissionKind>({
  id,
  kind,
  values,
  filePath,
}: OutgoingRecord<K>): { id: string } & Columns => ({
  id,
  ...SUBMISSION_KINDS[kind].toColumns(values, filePath),
});

/** The body of `send-form-email`. */
export const toAlert = <K extends SubmissionKind>({
  id,
  kind,
  values,
  filePath,
}: OutgoingRecord<K>) => ({
  type: kind,
  data: { id, ...SUBMISSION_KINDS[kind].toAlert(values, filePath) },
});

/**
 * Crockford's base 32: no I, L, O or U, so that a reference survives being read out on the phone.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A submission's reference, such as `K7QF-2M9D`: the first 40 bits of its id. The same id gives the
 * same reference on the visitor's phone and in the office.
 */
export function referenceOf(id: string): string {
  let bits = Number.parseInt(id.replaceAll('-', '').slice(0, 10), 16);
  let reference = '';
  for (let i = 0; i < 8; i++) {
    reference = ALPHABET.charAt(bits % 32) + reference;
    bits = Math.floor(bits / 32);
  }
  return `${reference.slice(0, 4)}-${reference.slice(4)}`;
}

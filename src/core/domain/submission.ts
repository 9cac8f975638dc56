import type { Booking } from './booking.ts';
import type { Contact } from './contact.ts';
import type { Entity } from './entities.ts';
import type { JobApplication } from './job-application.ts';

/** The kinds of submission and their validated values. */
export interface SubmissionValues {
  booking: Booking;
  job_application: JobApplication;
  contact: Contact;
}

export type SubmissionKind = keyof SubmissionValues;

export type Submission<K extends SubmissionKind = SubmissionKind> = {
  [P in K]: { kind: P; values: SubmissionValues[P] };
}[K];

/** A booking's summary: a service's stored value, and a calendar day, `YYYY-MM-DD`. */
export interface Summary {
  service: Booking['service_type'];
  day: string;
}

/**
 * The facts about a submission that lists and links need. Everything else about it is in its file of
 * `core/mutations`.
 */
export const SUBMISSION_KINDS: {
  readonly [K in SubmissionKind]: {
    /** Its table, which is also the portal's list. */
    table: Entity;
    formPath: string;
  };
} = {
  booking: { table: 'bookings', formPath: '/booking' },
  job_application: { table: 'job_applications', formPath: '/careers' },
  contact: { table: 'contact_messages', formPath: '/contact' },
};

/** The tables of submissions: the lists that visitors fill. */
export const SUBMISSION_TABLES: readonly Entity[] = Object.values(SUBMISSION_KINDS).map(
  ({ table }) => table,
);

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

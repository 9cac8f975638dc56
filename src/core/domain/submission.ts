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

import type { Booking } from './booking.ts';
import type { Contact } from './contact.ts';
import type { JobApplication } from './job-application.ts';

/** What a visitor sends: the kinds of submission and their validated values. */
export type Submission =
  | { kind: 'booking'; values: Booking }
  | { kind: 'job_application'; values: JobApplication }
  | { kind: 'contact'; values: Contact };

export type SubmissionKind = Submission['kind'];

/** The table each kind of submission is stored in. */
export const TABLE_OF = {
  booking: 'bookings',
  job_application: 'job_applications',
  contact: 'contact_messages',
} as const satisfies Record<SubmissionKind, string>;

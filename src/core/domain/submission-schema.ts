import type * as z from 'zod/mini';
import { bookingSchema } from './booking.ts';
import { contactSchema } from './contact.ts';
import { jobApplicationSchema } from './job-application.ts';
import type { Submission, SubmissionKind } from './submission.ts';

/** The rules of each kind of submission: the part of `SUBMISSION_KINDS` that loads with a form. */
const SCHEMAS: { readonly [K in SubmissionKind]: z.ZodMiniType<Submission<K>['values']> } = {
  booking: bookingSchema,
  job_application: jobApplicationSchema,
  contact: contactSchema,
};

/**
 * Checks a submission once more at the outbox's door, whatever the form did.
 * Returns the cleaned submission, or null when its values break a rule.
 */
export function parseSubmission({ kind, values }: Submission): Submission | null {
  const parsed = SCHEMAS[kind].safeParse(values);
  return parsed.success ? ({ kind, values: parsed.data } as Submission) : null;
}

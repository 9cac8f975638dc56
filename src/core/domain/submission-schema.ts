import { bookingSchema } from './booking.ts';
import { contactSchema } from './contact.ts';
import { jobApplicationSchema } from './job-application.ts';
import type { Submission } from './submission.ts';

/**
 * Checks a submission once more at the outbox's door, whatever the form did.
 * Returns the cleaned submission, or null when its values break a rule.
 */
export function parseSubmission(submission: Submission): Submission | null {
  switch (submission.kind) {
    case 'booking': {
      const parsed = bookingSchema.safeParse(submission.values);
      return parsed.success ? { kind: 'booking', values: parsed.data } : null;
    }
    case 'job_application': {
      const parsed = jobApplicationSchema.safeParse(submission.values);
      return parsed.success ? { kind: 'job_application', values: parsed.data } : null;
    }
    case 'contact': {
      const parsed = contactSchema.safeParse(submission.values);
      return parsed.success ? { kind: 'contact', values: parsed.data } : null;
    }
  }
}

import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { emailField, nameField, phoneField } from './person.ts';
import { line, optionalParagraphs } from './text.ts';

const NO_POSITION = 'Please select a position to apply for';

/** What an applicant sends, without the résumé. `job_title` goes into the e-mail, not into the record. */
export const jobApplicationSchema = z.object({
  career_id: z.uuid({ error: NO_POSITION }),
  job_title: line({ ...LIMITS.jobTitle, short: NO_POSITION, long: NO_POSITION }),
  name: nameField,
  phone: phoneField,
  email: emailField,
  cover_letter: optionalParagraphs({
    ...LIMITS.coverLetter,
    long: 'Cover letter must be at most 1000 characters',
  }),
});

export type JobApplication = z.infer<typeof jobApplicationSchema>;

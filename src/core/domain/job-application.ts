import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { emailField, nameField, phoneField } from './person.ts';
import { line, optionalParagraphs } from './text.ts';

export const RESUME_REQUIRED = 'Resume is required';
const NO_POSITION = 'Please select a position to apply for';

const typed = {
  career_id: z.uuid({ error: NO_POSITION }),
  name: nameField,
  phone: phoneField,
  email: emailField,
  cover_letter: optionalParagraphs({
    ...LIMITS.coverLetter,
    long: 'Cover letter must be at most 1000 characters',
    manyLines: `Cover letter must be at most ${LIMITS.coverLetter.lines} lines`,
  }),
};

/** An application without its résumé. `job_title` goes into the email, not into the record. */
export const jobApplicationSchema = z.object({
  ...typed,
  job_title: line({ ...LIMITS.jobTitle, short: NO_POSITION, long: NO_POSITION }),
});

export type JobApplication = z.infer<typeof jobApplicationSchema>;

/**
 * The form's values: the title comes with the position; the résumé, checked when chosen, is its
 * file name.
 */
export const applicationFormSchema = z.object({
  ...typed,
  resume: z.string().check(z.minLength(1, { error: RESUME_REQUIRED })),
});

export type ApplicationForm = z.infer<typeof applicationFormSchema>;

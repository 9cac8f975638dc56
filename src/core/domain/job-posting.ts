import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';
import { STAFF_LIMITS } from './staff-limits.ts';
import { cleanLine, cleanParagraphs } from './clean-text.ts';
import { line, paragraphs } from './text.ts';

const required = (field: string) => `Please fill in the ${field}`;
const atMost = (field: string, max: number) => `${field} must be at most ${max} characters`;

/** A line of the requirements becomes a list item; blank lines are dropped. Null without any. */
export function parseRequirements(text: string): string[] | null {
  const lines = cleanParagraphs(text).split('\n').map(cleanLine).filter(Boolean);
  return lines.length > 0 ? lines : null;
}

const { jobTitle } = LIMITS;
const { jobType, jobLocation, jobDescription, requirement, requirements } = STAFF_LIMITS;

/**
 * A position as administrators publish it. The database has the same bounds; the specification has
 * no others.
 */
export const jobPostingSchema = z.object({
  title: line({
    ...jobTitle,
    short: required('job title'),
    long: atMost('Job title', jobTitle.max),
  }),
  type: line({ ...jobType, short: required('type'), long: atMost('Type', jobType.max) }),
  location: line({
    ...jobLocation,
    short: required('location'),
    long: atMost('Location', jobLocation.max),
  }),
  description: paragraphs({
    ...jobDescription,
    short: required('description'),
    long: atMost('Description', jobDescription.max),
    manyLines: `Description must be at most ${jobDescription.lines} lines`,
  }),
  requirements: z.nullable(
    z
      .array(
        line({
          ...requirement,
          short: required('requirement'),
          long: atMost('A requirement', requirement.max),
        }),
      )
      .check(
        z.maxLength(requirements.max, {
          error: `Please list at most ${requirements.max} requirements`,
        }),
      ),
  ),
});

export type JobPosting = z.infer<typeof jobPostingSchema>;

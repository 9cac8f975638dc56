import type { SubmissionKind } from '../../core/domain/submission.ts';

/** Where the form of each kind of submission is. */
export const FORM_PATHS: Record<SubmissionKind, string> = {
  booking: '/booking',
  job_application: '/careers',
  contact: '/contact',
};

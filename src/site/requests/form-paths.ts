import type { SubmissionKind } from '../../core/domain/submission.ts';

/** Where the form of a kind of submission is, for the kinds that have one. */
export const FORM_PATHS: Partial<Record<SubmissionKind, string>> = {
  booking: '/booking',
};

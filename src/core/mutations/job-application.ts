import { submissionMutation } from './submission.ts';

/** An application for a position, with its résumé. */
export const jobApplication = submissionMutation<'job_application'>({
  kind: 'job_application',
  noun: 'application',
  table: 'job_applications',
  toColumns: ({ career_id, name, phone, email, cover_letter }, filePath) => ({
    ...{ career_id, name, phone, email, cover_letter },
    resume_path: filePath,
    resume_url: filePath,
  }),
  toAlert: ({ name, phone, email, job_title, cover_letter }, filePath) => ({
    ...{ name, phone, email, job_title },
    resume_path: filePath,
    cover_letter: cover_letter ?? '',
  }),
  precheck: () => null,
  summary: () => null,
  isReceiptNeeded: () => false,
});

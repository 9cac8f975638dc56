import type { Submission, SubmissionKind } from '../domain/submission.ts';
import type { Fresh, NewFile } from '../outbox/entry.ts';
import type { Mutations } from '../outbox/mutation.ts';
import { booking } from './booking.ts';
import { customerAnswer } from './customer-answer.ts';
import { jobApplication } from './job-application.ts';
import { message } from './message.ts';
import type { SubmissionEntry, SubmissionMutation } from './submission.ts';
import type { VisitorMutation } from './visitor-mutation.ts';

const SUBMISSIONS: { readonly [K in SubmissionKind]: SubmissionMutation<K> } = {
  booking,
  job_application: jobApplication,
  contact: message,
};

export const createSubmission = <K extends SubmissionKind>(
  { kind, values }: Submission<K>,
  file: NewFile | null,
  now: number,
  id?: string,
): Fresh<SubmissionEntry<K>> => SUBMISSIONS[kind].create(values, file, now, id);

/** The day that a submission requests, `YYYY-MM-DD`; null for none. */
export const dayOf = <K extends SubmissionKind>({ kind, values }: Submission<K>): string | null =>
  SUBMISSIONS[kind].dayOf(values);

/** Everything that visitors send, from pages and from the worker, by the kind of its entries. */
export const VISITOR_MUTATIONS: Mutations<VisitorMutation> = {
  ...SUBMISSIONS,
  'customer-answer': customerAnswer,
};

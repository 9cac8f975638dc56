import type { Submission, SubmissionKind } from '../domain/submission.ts';
import { isReadable, type Fresh, type NewFile } from '../outbox/entry.ts';
import type { Mutations } from '../outbox/mutation.ts';
import { booking } from './booking.ts';
import { customerAnswer } from './customer-answer.ts';
import { jobApplication } from './job-application.ts';
import { message } from './message.ts';
import type { OutboxEntry } from '../store/device-schema.ts';
import type { SubmissionEntry, SubmissionMutation } from './submission.ts';
import type { Card, VisitorMutation } from './visitor-mutation.ts';

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

/**
 * The card of an entry; null for one of another context. The content of a newer release's entry may
 * have another form: then its kind alone is shown, and nothing of an answer.
 */
export function cardOf(entry: OutboxEntry): Card | null {
  const { kind } = entry;
  try {
    return VISITOR_MUTATIONS[kind]?.card(entry) ?? null;
  } catch (error) {
    if (isReadable(entry)) throw error;
    const isSubmission = (name: string): name is SubmissionKind => name in SUBMISSIONS;
    return isSubmission(kind) ? { type: 'submission', kind, summary: null, file: null } : null;
  }
}

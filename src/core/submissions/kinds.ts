import type { Kinds } from '../outbox/kind.ts';
import { submissionKind, type SubmissionDeps } from './submission-kind.ts';

/** Every kind of entry that visitors send, from pages and from the worker. */
export const visitorKinds = (deps: SubmissionDeps): Kinds => ({
  submission: submissionKind(deps),
});

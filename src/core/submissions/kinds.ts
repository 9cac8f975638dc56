import type { Kinds } from '../outbox/kind.ts';
import { requestAnswerKind, type RequestAnswerDeps } from './request-answer-kind.ts';
import { submissionKind, type SubmissionDeps } from './submission-kind.ts';

/** Every kind of entry that visitors send, from pages and from the worker. */
export const visitorKinds = (deps: SubmissionDeps & RequestAnswerDeps): Kinds => ({
  submission: submissionKind(deps),
  'request-answer': requestAnswerKind(deps),
});

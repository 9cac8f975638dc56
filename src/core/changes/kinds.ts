import type { Kinds } from '../outbox/kind.ts';
import { answerKind } from './answer-kind.ts';
import { creationKind } from './creation-kind.ts';
import { deletionKind } from './deletion-kind.ts';
import type { ChangeDeps } from './change-deps.ts';

/** Every kind of entry that administrators send, from pages alone: the worker has no token. */
export const changeKinds = (deps: ChangeDeps): Kinds => ({
  answer: answerKind(deps),
  create: creationKind(deps),
  delete: deletionKind(deps),
});

import type { Decided } from '../core/mutations/pending.ts';
import type { Outcome } from '../core/outbox/entry.ts';
import { awaited } from '../runtime/notifications.ts';
import { announceAnswers } from './answer/announce-answers.ts';
import { announceCreations } from './create/announce-creations.ts';
import { announceDeletion } from './list/deletion-texts.ts';

/**
 * Announces the outcome of a mutation that waited, on every screen. A screen that waits for it
 * announces it itself.
 */
export function announceDecided<K extends Decided['kind']>(
  decided: Extract<Decided, { kind: K }>,
): void {
  if (awaited.has(decided.id)) return;
  const { kind, refusal } = decided;
  const outcome: Outcome = refusal
    ? { outcome: 'refused', attention: refusal }
    : { outcome: 'done', hasOnlyFormer: false };
  ANNOUNCE[kind as K]?.(decided, outcome);
}

type Announce<K> = (decided: Extract<Decided, { kind: K }>, outcome: Outcome) => void;

/** The words for the end of an entry that waited; nobody waits for a withdrawal's. */
const ANNOUNCE: { readonly [K in Decided['kind']]: Announce<K> } = {
  addition: ({ entity }, outcome) => announceCreations(entity, [outcome]),
  deletion: ({ entity, count }, outcome) => announceDeletion(entity, count, outcome),
  'office-answer': ({ answer: kind }, outcome) => announceAnswers([{ kind, outcome }]),
};

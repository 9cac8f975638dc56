import type { CreatedEntity } from '../core/domain/creation.ts';
import type { Decided } from '../core/waiting/pending.ts';
import { doneBy, type Outcome } from '../core/outbox/entry.ts';
import { awaited } from '../runtime/notifications.ts';
import { announceAnswers, announceSettings } from './booking/announce-answers.ts';
import { announceCreations } from './create/announce-creations.ts';
import { inBatches } from './in-batches.ts';
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
  const outcome: Outcome = refusal ? { outcome: 'refused', attention: refusal } : doneBy(decided);
  ANNOUNCE[kind as K]?.(decided, outcome);
}

/** The pause between two messages about added rows of one list. */
const ADDED_EVERY_MS = 5000;
const added = new Map<CreatedEntity, (outcome: Outcome) => void>();

/** Announces rows that were added one after the other. */
function addedTo(entity: CreatedEntity): (outcome: Outcome) => void {
  const known =
    added.get(entity) ??
    inBatches<Outcome>(ADDED_EVERY_MS, (outcomes) => announceCreations(entity, outcomes));
  added.set(entity, known);
  return known;
}

type Announce<K> = (decided: Extract<Decided, { kind: K }>, outcome: Outcome) => void;

/** The words for the end of an entry that waited; nobody waits for a withdrawal's. */
const ANNOUNCE: { readonly [K in Decided['kind']]: Announce<K> } = {
  addition: ({ entity }, outcome) => {
    if (outcome.outcome === 'done') addedTo(entity)(outcome);
    else announceCreations(entity, [outcome]);
  },
  deletion: ({ entity, count }, outcome) => announceDeletion(entity, count, outcome),
  'office-answer': ({ answer: kind, bookingId }, outcome) =>
    announceAnswers(kind, [{ bookingId, outcome }]),
  'booking-setting': ({ field, bookingId }, outcome) =>
    announceSettings(field, [{ bookingId, outcome }]),
};

import type { Creation } from '../domain/creation.ts';
import type { Entity } from '../domain/entities.ts';
import { attentionOf, isReadable, outcomeOf, stateOf, type Look, type Outcome } from '../outbox/entry.ts';
import { entityOf } from '../store/admin-entries.ts';
import type { AdminEntry, ChangeReceipt, CreateEntry, DeleteEntry } from '../store/admin-rows.ts';
import type { Attention, EntryState, FileFacts } from '../store/rows.ts';
import { mayBeOnServer } from './prepare-change.ts';

export interface PendingDeletion {
  id: string;
  /** How many rows it deletes. */
  count: number;
  canTakeBack: boolean;
}

export interface WaitingCreation {
  id: string;
  creation: Creation;
  file: FileFacts | null;
  state: EntryState['name'];
  attention: Attention | null;
  /** Something of it may be with the server. */
  mayHaveArrived: boolean;
}

/** The rows of a list that wait to be deleted: no list shows them, whatever a pull brings. */
export const hiddenIds = (entries: readonly AdminEntry[], entity: Entity): Set<string> =>
  new Set(deletionsIn(entries, entity).flatMap(({ rows }) => rows.map(({ id }) => id)));

/** The deletions that were asked for in a list and that the server has not yet confirmed, newest first. */
export const pendingDeletions = (entries: readonly AdminEntry[], entity: Entity): PendingDeletion[] =>
  deletionsIn(entries, entity)
    .filter(({ ofDiscarded }) => !ofDiscarded)
    .map((entry) => ({ id: entry.id, count: entry.rows.length, canTakeBack: canTakeBack(entry) }));

/** What was added to a list and is not yet on the server, newest first. */
export const waitingCreations = (entries: readonly AdminEntry[], entity: Entity, look: Look): WaitingCreation[] =>
  entriesIn(entries, entity)
    .filter((entry): entry is CreateEntry => entry.kind === 'create')
    .map((entry) => {
      const { id, creation, file } = entry;
      return { id, creation, file, state: stateOf(entry, look), attention: attentionOf(entry), mayHaveArrived: mayBeOnServer(entry) };
    });

/** True for a deletion of which nothing can be gone from the server yet. */
export const canTakeBack = (entry: AdminEntry): boolean => entry.kind === 'delete' && isReadable(entry) && !entry.attempted;

const entriesIn = (entries: readonly AdminEntry[], entity: Entity): AdminEntry[] =>
  entries.filter((entry) => isReadable(entry) && entityOf(entry) === entity).sort((a, b) => b.createdAt - a.createdAt);

const deletionsIn = (entries: readonly AdminEntry[], entity: Entity): DeleteEntry[] =>
  entriesIn(entries, entity).filter((entry): entry is DeleteEntry => entry.kind === 'delete');

/** What has become of a change. `withdrawn`: its administrator took it back or discarded it. */
export type ChangeOutcome = Outcome | { outcome: 'withdrawn' };

/** Reads a change or its receipt, whichever there is; null while the first try is still under way. */
export function changeOutcome(current: AdminEntry | ChangeReceipt | undefined): ChangeOutcome | null {
  if (!current) return { outcome: 'withdrawn' };
  if ('state' in current) return outcomeOf(current);
  return current.refusal ? { outcome: 'refused', attention: current.refusal } : { outcome: 'done' };
}

import type { Creation } from '../domain/creation.ts';
import type { Entity } from '../domain/entities.ts';
import { entityOf } from '../store/admin-entries.ts';
import type { AdminEntry, CreateEntry, DeleteEntry } from '../store/admin-rows.ts';
import type { Attention, FileFacts } from '../store/rows.ts';
import { isReadable } from './admin-entry.ts';

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
  state: 'waiting' | 'sending' | 'attention';
  attention: Attention | null;
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
export const waitingCreations = (entries: readonly AdminEntry[], entity: Entity): WaitingCreation[] =>
  entriesIn(entries, entity)
    .filter((entry): entry is CreateEntry => entry.kind === 'create')
    .map((entry) => {
      const { id, creation, file, attention } = entry;
      return { id, creation, file, state: stateOf(entry), attention };
    });

/** True for a deletion of which nothing can be gone from the server yet. */
export const canTakeBack = (entry: AdminEntry): boolean => entry.kind === 'delete' && isReadable(entry) && !entry.attempted;

function stateOf({ attention, sendingSince }: CreateEntry): WaitingCreation['state'] {
  if (attention) return 'attention';
  return sendingSince === null ? 'waiting' : 'sending';
}

const entriesIn = (entries: readonly AdminEntry[], entity: Entity): AdminEntry[] =>
  entries.filter((entry) => isReadable(entry) && entityOf(entry) === entity).sort((a, b) => b.createdAt - a.createdAt);

const deletionsIn = (entries: readonly AdminEntry[], entity: Entity): DeleteEntry[] =>
  entriesIn(entries, entity).filter((entry): entry is DeleteEntry => entry.kind === 'delete');

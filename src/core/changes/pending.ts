import type { Creation } from '../domain/creation.ts';
import type { Entity, ReplicaTable } from '../domain/entities.ts';
import type { ChangeWaitCause } from '../domain/reasons.ts';
import { waitCause } from '../outbox/backoff.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import {
  attentionOf,
  isReadable,
  stateOf,
  type FlushView,
  type ShownState,
} from '../outbox/entry.ts';
import {
  changeRateLimit,
  entityOf,
  entriesOf,
  isAnswer,
  isChange,
  isCreation,
  isDeletion,
  rowCount,
  rowsOf,
  STEP_ROWS,
} from '../store/admin-entries.ts';
import type { AnswerEntry, ChangeEntry, DeleteEntry, OriginalFacts } from '../store/admin-rows.ts';
import { ifReadable, type Database } from '../store/database.ts';
import type { Attention, OutboxEntry } from '../store/rows.ts';
import { rowAfter } from './answer-row.ts';
import { mayBeOnServer } from './prepare-change.ts';

export interface PendingDeletion {
  id: string;
  /** The number of its rows. */
  count: number;
  /** The number of rows already deleted. */
  gone: number;
  /** It takes so many requests that its progress is shown. */
  isLong: boolean;
  canTakeBack: boolean;
  /** The cause of its wait; null before a failure. */
  cause: ChangeWaitCause | null;
}

export interface WaitingCreation {
  id: string;
  creation: Creation;
  /** Its picture as it is stored here, or the first of two to join; null without one. */
  file: OriginalFacts | null;
  /** The picture is ready to be uploaded. */
  isPrepared: boolean;
  state: ShownState;
  attention: Attention | null;
  /** The cause of its wait; null before a failure, and in every state but `waiting`. */
  cause: ChangeWaitCause | null;
  /** The server may have parts of it. */
  mayHaveArrived: boolean;
}

/** An answer to a booking that the server has not added. */
export interface PendingAnswer {
  entry: AnswerEntry;
  /** Why the server refused it; null while it waits. */
  attention: Attention | null;
  canTakeBack: boolean;
  /** The cause of its wait; null before a failure. */
  cause: ChangeWaitCause | null;
}

/** The ids of the rows in pending deletions, by list. */
export type Hidden = ReadonlyMap<ReplicaTable, ReadonlySet<string>>;

/** The changes of one administrator that lists lay over the replica. */
export interface Pending {
  /** The pending deletions, with those of discarded creations. */
  hidden: Hidden;
  /** By booking; of two answers to one booking, the later. */
  answers: ReadonlyMap<string, PendingAnswer>;
}

/** Reads one administrator's pending changes. `now`: milliseconds since 1970. */
export async function readPending(db: Database, userId: string, now: number): Promise<Pending> {
  const hidden = new Map<ReplicaTable, Set<string>>();
  const readFile = async (id: string) => (await db.files.get(id))?.bytes ?? null;
  const entries = await entriesOf(db, userId);
  for (const entry of entries) {
    if (!isDeletion(entry) || !isReadable(entry)) continue;
    const ids = hidden.get(entry.entity) ?? new Set();
    for (const { id } of (await ifReadable(rowsOf(entry, readFile))) ?? []) ids.add(id);
    hidden.set(entry.entity, ids);
  }
  const answers = entries
    .filter(isAnswer)
    .filter(isReadable)
    .sort((a, b) => a.createdAt - b.createdAt)
    .map((entry): [string, PendingAnswer] => [
      entry.bookingId,
      {
        entry,
        attention: attentionOf(entry),
        canTakeBack: canTakeBack(entry),
        cause: changeWaitCause(entry, entries, now),
      },
    ]);
  return { hidden, answers: new Map(answers) };
}

/**
 * A list's rows as its administrator sees them: the replica's without pending deletions, whatever a
 * pull brings, and with waiting answers laid over the bookings that they were given to. The same
 * array when nothing is pending.
 */
export function visibleRows<Row extends { id: string }>(
  rows: readonly Row[],
  table: ReplicaTable,
  { hidden, answers }: Pending,
): readonly Row[] {
  const ids = hidden.get(table);
  const left = ids?.size ? rows.filter(({ id }) => !ids.has(id)) : rows;
  if (table !== 'bookings' || answers.size === 0) return left;
  return (left as unknown as readonly ReplicaRow<'bookings'>[]).map((row) =>
    rowWith(row, answers.get(row.id)),
  ) as unknown as readonly Row[];
}

/** A booking that changed after the answer stays as it is: the server will refuse the answer. */
const rowWith = (row: ReplicaRow<'bookings'>, answer: PendingAnswer | undefined) =>
  answer && !answer.attention && answer.entry.expectedRevision === row.rev
    ? rowAfter(row, answer.entry)
    : row;

/** The additions that a list shows beside its rows: not one that its rows contain by now. */
export const visibleCreations = (
  creations: readonly WaitingCreation[],
  rows: readonly { id: string }[],
): readonly WaitingCreation[] =>
  creations.filter(({ id, state }) => state === 'attention' || !rows.some((row) => row.id === id));

/** A list's deletions that the server has not confirmed, newest first. */
export const pendingDeletions = (
  entries: readonly OutboxEntry[],
  entity: Entity,
  { now }: FlushView,
): PendingDeletion[] =>
  deletionsIn(entries, entity)
    .filter(({ ofDiscarded }) => !ofDiscarded)
    .map((entry) => {
      const count = rowCount(entry);
      return {
        id: entry.id,
        count,
        gone: entry.step,
        isLong: count > STEP_ROWS,
        canTakeBack: canTakeBack(entry),
        cause: changeWaitCause(entry, entries, now),
      };
    });

/** A list's additions that the server does not have, newest first. */
export const waitingCreations = (
  entries: readonly OutboxEntry[],
  entity: Entity,
  view: FlushView,
): WaitingCreation[] =>
  entriesIn(entries, entity)
    .filter(isCreation)
    .map((entry) => {
      const { id, creation, step, originals } = entry;
      const isPrepared = step !== 'prepare';
      const state = stateOf(entry, view);
      return {
        id,
        creation,
        file: (isPrepared ? entry.file : originals?.[0]) ?? null,
        isPrepared,
        state,
        attention: attentionOf(entry),
        cause: state === 'waiting' ? changeWaitCause(entry, entries, view.now) : null,
        mayHaveArrived: mayBeOnServer(entry),
      };
    });

/**
 * The cause of a change's wait, among all `entries` of its administrator; null before a failure.
 */
const changeWaitCause = (
  entry: ChangeEntry,
  entries: readonly OutboxEntry[],
  now: number,
): ChangeWaitCause | null =>
  waitCause(entry, entries, (other) => (isChange(other) ? changeRateLimit(other) : null), now);

/** True for a deletion or an answer of which the server cannot have anything yet. */
export const canTakeBack = (entry: ChangeEntry): boolean =>
  !isCreation(entry) && isReadable(entry) && entry.arrival === 'none' && !attentionOf(entry);

const entriesIn = (entries: readonly OutboxEntry[], entity: Entity): ChangeEntry[] =>
  entries
    .filter(isChange)
    .filter((entry) => isReadable(entry) && entityOf(entry) === entity)
    .sort((a, b) => b.createdAt - a.createdAt);

const deletionsIn = (entries: readonly OutboxEntry[], entity: Entity): DeleteEntry[] =>
  entriesIn(entries, entity).filter(isDeletion);

import { useEffect } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import { readWaiting, type Waiting } from '../../core/changes/manage-changes.ts';
import {
  pendingDeletions,
  visibleCreations,
  waitingCreations,
  type PendingDeletion,
  type WaitingCreation,
} from '../../core/changes/pending.ts';
import type { FlushView } from '../../core/outbox/entry.ts';
import type { OutboxEntry } from '../../core/store/rows.ts';
import { isClosed } from '../../core/store/database.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { queue } from '../../runtime/queue.ts';
import { readFlushView, useFlushEnds } from '../../runtime/flush-view.ts';
import { useList } from './use-lists.ts';

function usePending<T>(
  entity: Entity,
  select: (entries: OutboxEntry[], entity: Entity, view: FlushView) => T[],
  ends = 0,
): T[] {
  const userId = useAdministrator()?.id;
  const { value: selected, error } = useStored(async () => {
    if (userId === undefined) return [];
    const entries = await queue.listStored();
    return entries.length === 0 ? [] : select(entries, entity, await readFlushView());
  }, [userId, entity, ends]);
  if (error !== null && !isClosed(error)) throw error;
  return selected ?? [];
}

/** A list's deletions that the server has not confirmed. */
export const usePendingDeletions = (entity: Entity): PendingDeletion[] =>
  usePending(entity, pendingDeletions);

/** A list's additions that the server does not have. */
export function useWaitingCreations(entity: Entity): readonly WaitingCreation[] {
  const [ends, showSending] = useFlushEnds();
  const { rows } = useList(entity);
  const waiting = usePending(entity, waitingCreations, ends);
  useEffect(() => showSending(waiting.some(({ state }) => state === 'sending')));
  return visibleCreations(waiting, rows);
}

/** The picture of a waiting creation; null without one. */
export const readWaitingFile = async (id: string): Promise<ArrayBuffer | null> =>
  (await db.files.get(id))?.bytes ?? null;

const NOTHING: Waiting = { count: 0, refused: 0, cause: null, mayHaveArrived: false };

/**
 * The signed-in administrator's waiting changes, for the question before a sign-out; nothing if
 * they cannot be read, which the screens report.
 */
export function useWaiting(): Waiting {
  const userId = useAdministrator()?.id;
  const { value } = useStored(
    async () => (userId === undefined ? NOTHING : readWaiting(db, userId)),
    [userId],
  );
  return value ?? NOTHING;
}

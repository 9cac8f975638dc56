import { useEffect } from 'react';
import type { Entity } from '../../core/domain/entities.ts';
import {
  waitingAdditions,
  notYetListed,
  type WaitingAddition,
} from '../../core/mutations/addition.ts';
import { waitingDeletions, type WaitingDeletion } from '../../core/mutations/deletion.ts';
import { causeAmong, readWaiting, type Waiting } from '../../core/waiting/pending.ts';
import type { WaitCause } from '../../core/domain/reasons.ts';
import type { FlushView } from '../../core/outbox/entry.ts';
import type { OutboxEntry } from '../../core/store/device-schema.ts';
import { isClosed } from '../../core/store/database.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { outbox } from '../../runtime/outbox.ts';
import { readFlushView, useFlushEnds } from '../../runtime/flush-view.ts';
import { useList } from '../sync/use-lists.ts';

type Select<T> = (
  entries: OutboxEntry[],
  view: FlushView,
  causeOf: (entry: OutboxEntry) => WaitCause | null,
) => T[];

function useWaitingOf<T>(entity: Entity, select: Select<T>, ends = 0): T[] {
  const userId = useAdministrator()?.id;
  const { value: selected, error } = useStored(async () => {
    if (userId === undefined) return [];
    const entries = await outbox.queue.list();
    if (entries.length === 0) return [];
    const view = await readFlushView();
    return select(entries, view, causeAmong(entries, view.now));
  }, [userId, entity, ends]);
  if (error !== null && !isClosed(error)) throw error;
  return selected ?? [];
}

/** A list's deletions that the server has not confirmed. */
export const useWaitingDeletions = (entity: Entity): WaitingDeletion[] =>
  useWaitingOf(entity, (entries, _, causeOf) => waitingDeletions(entries, entity, causeOf));

/** A list's additions that the server does not have. */
export function useWaitingAdditions(entity: Entity): readonly WaitingAddition[] {
  const [ends, showSending] = useFlushEnds();
  const { rows } = useList(entity);
  const waiting = useWaitingOf(
    entity,
    (entries, view, causeOf) => waitingAdditions(entries, entity, view, causeOf),
    ends,
  );
  useEffect(() => showSending(waiting.some(({ state }) => state === 'sending')));
  return notYetListed(waiting, rows);
}

/** The picture of a waiting creation; null without one. */
export const readWaitingFile = async (id: string): Promise<ArrayBuffer | null> =>
  (await db.files.get(id))?.bytes ?? null;

const NOTHING: Waiting = {
  count: 0,
  refused: 0,
  resolvedAt: null,
  cause: null,
  mayHaveArrived: false,
};

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

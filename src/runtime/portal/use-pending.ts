import { useLiveQuery } from 'dexie-react-hooks';
import type { Entity } from '../../core/domain/entities.ts';
import { pendingDeletions, waitingCreations, type PendingDeletion, type WaitingCreation } from '../../core/outbox/pending.ts';
import { entriesOf } from '../../core/store/admin-entries.ts';
import type { AdminEntry } from '../../core/store/admin-rows.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';

function usePending<T>(entity: Entity, select: (entries: AdminEntry[], entity: Entity) => T[]): T[] {
  const userId = useAdministrator()?.id;
  const selected = useLiveQuery(
    async () => (userId === undefined ? [] : select(await entriesOf(db, userId).toArray(), entity)),
    [userId, entity],
  );
  return selected ?? [];
}

/** The deletions of a list that the server has not yet confirmed. */
export const usePendingDeletions = (entity: Entity): PendingDeletion[] => usePending(entity, pendingDeletions);

/** What was added to a list and is not yet on the server. */
export const useWaitingCreations = (entity: Entity): WaitingCreation[] => usePending(entity, waitingCreations);

/** The picture that waits with a creation; null when there is none. */
export const readWaitingFile = async (id: string): Promise<ArrayBuffer | null> => (await db.adminFiles.get(id))?.bytes ?? null;

import { useLiveQuery } from 'dexie-react-hooks';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';
import { useSyncState, type SyncState } from './sync-state.ts';

export interface Sync extends SyncState {
  /** When the server last agreed with every list here, in milliseconds since 1970; null: not yet. */
  syncedAt: number | null;
}

/** How fresh this device's copy of the lists is. */
export function useSync(): Sync {
  const state = useSyncState();
  const userId = useAdministrator()?.id;
  const syncedAt = useLiveQuery(async () => {
    const cursors = await db.cursors.filter((cursor) => cursor.userId === userId).toArray();
    return cursors.length > 0 && cursors.every(({ pulledAt }) => pulledAt) ? Math.min(...cursors.map(({ pulledAt }) => pulledAt ?? 0)) : null;
  }, [userId]);
  return { ...state, syncedAt: syncedAt ?? null };
}

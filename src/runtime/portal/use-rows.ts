import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity, KeptTable } from '../../core/domain/entities.ts';
import { hiddenIds } from '../../core/outbox/pending.ts';
import { entriesOf } from '../../core/store/admin-entries.ts';
import { readRows } from '../../core/sync/read-rows.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';
import { syncNow } from './sync.ts';
import { useSyncState } from './sync-state.ts';

interface Wish<T extends KeptTable> {
  /** How many rows to read at most. */
  limit: number;
  /** Leaves out rows it is false for. Memoise it: a new function reads anew. */
  matches?: ((row: RowOf<T>) => boolean) | undefined;
}

export type Rows<T extends KeptTable> =
  | { status: 'loading' }
  /** `isComplete`: the whole list is on this device. */
  | { status: 'ready'; rows: RowOf<T>[]; hasMore: boolean; isComplete: boolean };

/** A list of the portal, newest first, from this device's copy; what waits to be deleted is left out. Opening it pulls it. */
export function useRows<T extends Entity>(table: T, { limit, matches }: Wish<T>): Rows<T> {
  const userId = useAdministrator()?.id;
  const { isOffline, failure } = useSyncState();
  useEffect(() => void syncNow([table]), [table]);

  const read = useLiveQuery(async () => {
    if (userId === undefined) return;
    const hidden = hiddenIds(await entriesOf(db, userId).toArray(), table);
    const cursor = await db.cursors.get([userId, table]);
    const found = await readRows(db, { userId, table, limit, hidden, ...(matches && { matches }) });
    return { ...found, isComplete: cursor?.pulledAt != null };
  }, [userId, table, limit, matches]);

  const isKnown = read && (read.isComplete || read.rows.length > 0 || isOffline || failure !== null);
  return isKnown ? { status: 'ready', ...read } : { status: 'loading' };
}

import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useMemo } from 'react';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import type { Entity, KeptTable } from '../../core/domain/entities.ts';
import { hiddenIds } from '../../core/outbox/pending.ts';
import { entriesOf } from '../../core/store/admin-entries.ts';
import { readRows } from '../../core/sync/read-rows.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';
import { syncNow } from './sync.ts';
import { useSyncState } from './sync-state.ts';
import { useTexts } from './use-texts.ts';

/** Narrows a list by one text of each row. Memoise both functions. */
export interface Filter<Row> {
  /** All texts are read as soon as this is given, so that `matches` finds them there. */
  textOf?: ((row: Row) => string) | undefined;
  /** Leaves out the rows whose text it is false for. */
  matches?: ((text: string) => boolean) | undefined;
}

export type Rows<T extends KeptTable> =
  | { status: 'loading' }
  /** `isComplete`: the whole list is on this device. */
  | { status: 'ready'; rows: RowOf<T>[]; hasMore: boolean; isComplete: boolean };

/** A list of the portal, newest first, from this device's copy; what waits to be deleted is left out. Opening it pulls it. */
export function useRows<T extends Entity>(table: T, limit: number, { textOf, matches }: Filter<RowOf<T>>): Rows<T> {
  const userId = useAdministrator()?.id;
  const { isOffline, failure } = useSyncState();
  useEffect(() => void syncNow([table]), [table]);

  const texts = useTexts(table, textOf);
  const among = useMemo(() => (texts && matches ? [...texts.keys()].filter((id) => matches(texts.get(id) ?? '')) : undefined), [texts, matches]);

  const read = useLiveQuery(async () => {
    if (userId === undefined) return;
    const [entries, cursor] = await Promise.all([entriesOf(db, userId).toArray(), db.cursors.get([userId, table])]);
    const found = await readRows(db, { userId, table, limit, hidden: hiddenIds(entries, table), among });
    return { ...found, isComplete: cursor?.pulledAt != null };
  }, [userId, table, limit, among]);

  const isKnown = read && (read.isComplete || read.rows.length > 0 || isOffline || failure !== null);
  return isKnown ? { status: 'ready', ...read } : { status: 'loading' };
}

import { useEffect, useSyncExternalStore } from 'react';
import type { ReplicaTable } from '../../core/domain/entities.ts';
import type { Cursor } from '../../core/store/replica-schema.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { currentReplica } from '../../runtime/auth/session.ts';
import { useCurrentReplica } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { createListStore, NO_LISTS, type List, type Lists, type ListStore } from './list-store.ts';

const stores = new WeakMap<ReplicaDatabase, ListStore>();

/** The rows of the signed-in administrator's replica: one store for each tab. */
function storeOf(current: ReturnType<typeof currentReplica>): ListStore | null {
  if (!current) return null;
  const { replica, userId } = current;
  const store = stores.get(replica) ?? createListStore(db, replica, userId);
  stores.set(replica, store);
  return store;
}

/** The lists in this tab's memory; empty without a replica. */
export const currentLists = (): Lists => storeOf(currentReplica())?.lists() ?? NO_LISTS;

/** Resolves once the lists are those that this device has now, as `bringUp` says. Never rejects. */
export const bringUpLists = async (mayDiffer = false): Promise<void> =>
  storeOf(currentReplica())?.bringUp(mayDiffer);

const never = () => () => undefined;

/** A part of the lists in this tab's memory, which has to be the same object while unchanged. */
export function useLists<T>(select: (lists: Lists) => T): T {
  const store = storeOf(useCurrentReplica());
  return useSyncExternalStore(store?.subscribe ?? never, () => select(store?.lists() ?? NO_LISTS));
}

/** A table's rows, read before those of other tables. Throws when they cannot be read. */
export function useList<T extends ReplicaTable>(table: T): List<T> {
  const store = storeOf(useCurrentReplica());
  useEffect(() => store?.want(table), [store, table]);
  const list = useLists((lists): List<T> => lists.tables[table]);
  const error = useLists((lists) => lists.error);
  if (error !== null) throw error;
  return list;
}

/** The cursor as of which every row is in memory; undefined before that. */
export const useCursor = (): Cursor | undefined => useLists(({ cursor }) => cursor);

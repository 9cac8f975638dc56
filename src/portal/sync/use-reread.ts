import { useEffect, useState } from 'react';
import type { KeptTable } from '../../core/domain/entities.ts';
import type { Cursor } from '../../core/store/admin-rows.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isClosed } from '../../core/store/database.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { useReopenings } from '../../runtime/use-stored.ts';
import { useCurrentReplica } from '../../runtime/auth/use-auth.ts';

/** Reads from a replica; null when `signal` stopped it, or when the replica is not ready. */
export type ReadReplica<T> = (replica: ReplicaDatabase, signal: AbortSignal) => Promise<T | null>;

/** React shows a thrown failure as it shows a live query's. */
export function raise(error: unknown): never {
  throw error;
}

/**
 * The result of `read` on this device's replica, read again for another `state`; undefined before
 * that, and without a `read` or a `state`. For large results, because a live query cannot be
 * stopped. Memoise `read`.
 */
export function useReread<T>(
  read: ReadReplica<T> | null,
  state: number | undefined,
): T | undefined {
  const replica = useCurrentReplica()?.replica;
  const reopenings = useReopenings();
  const [known, setKnown] = useState<{
    replica: ReplicaDatabase;
    read: ReadReplica<T>;
    result: T;
  }>();

  useEffect(() => {
    if (!replica || !read || state === undefined) return;
    const leaving = new AbortController();
    void read(replica, leaving.signal).then(
      (result) => result !== null && !leaving.signal.aborted && setKnown({ replica, read, result }),
      (error: unknown) => isClosed(error) || setKnown(() => raise(error)),
    );
    return () => leaving.abort();
  }, [replica, read, state, reopenings]);
  return known && known.replica === replica && known.read === read ? known.result : undefined;
}

/** During an initial sync, large results are read again after this many changes. */
const CHANGES_BETWEEN = 10;

/** A number that changes when a table has to be read again. */
export const rereadState = (cursor: Cursor, table: KeptTable): number =>
  isAllHere(cursor, table) ? cursor.changes : -Math.ceil(cursor.changes / CHANGES_BETWEEN);

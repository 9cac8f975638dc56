import { useEffect, useState } from 'react';
import type { KeptTable } from '../../core/domain/entities.ts';
import type { Cursor } from '../../core/store/admin-rows.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { isClosed } from '../../core/store/database.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { useReopenings } from '../../runtime/use-stored.ts';
import { useCurrentReplica } from '../../runtime/auth/current-replica.ts';

/** Reads from a replica; null when `signal` stopped it, or when it is too early to read. */
export type ReadReplica<T> = (replica: ReplicaDatabase, signal: AbortSignal) => Promise<T | null>;

/** Given to React, shows a failure as a live query's is shown. */
export function raise(error: unknown): never {
  throw error;
}

/**
 * What `read` makes of this device's replica: undefined until it did, and read once more for another `state`; without one nothing is read. For
 * what is so large that a live query over it costs more than reading it, and would go on when nobody waits for it any more. Memoise
 * `read`; null reads nothing.
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

/** While an initial sync is made, what is large is read again after so many changes of it. */
const CHANGES_BETWEEN = 10;

/** Another number when it is time to read a table again. */
export const rereadState = (cursor: Cursor, table: KeptTable): number =>
  isAllHere(cursor, table) ? cursor.changes : -Math.ceil(cursor.changes / CHANGES_BETWEEN);

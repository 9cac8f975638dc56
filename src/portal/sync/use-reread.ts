import { useEffect, useState } from 'react';
import type { KeptTable } from '../../core/domain/entities.ts';
import type { Cursor } from '../../core/store/admin-rows.ts';
import type { CopyDatabase } from '../../core/store/replica-database.ts';
import { isClosed } from '../../core/store/database.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { useReopenings } from '../../runtime/use-stored.ts';
import { useCurrentCopy } from '../../runtime/auth/current-replica.ts';

/** Reads from a copy; null when `signal` stopped it, or when it is too early to read. */
export type ReadCopy<T> = (copy: CopyDatabase, signal: AbortSignal) => Promise<T | null>;

/** Given to React, shows a failure as a live query's is shown. */
export function raise(error: unknown): never {
  throw error;
}

/**
 * What `read` makes of this device's copy: undefined until it did, and read once more for another `state`; without one nothing is read. For
 * what is so large that a live query over it costs more than reading it, and would go on when nobody waits for it any more. Memoise
 * `read`; null reads nothing.
 */
export function useReread<T>(read: ReadCopy<T> | null, state: number | undefined): T | undefined {
  const copy = useCurrentCopy()?.copy;
  const reopenings = useReopenings();
  const [known, setKnown] = useState<{ copy: CopyDatabase; read: ReadCopy<T>; result: T }>();

  useEffect(() => {
    if (!copy || !read || state === undefined) return;
    const leaving = new AbortController();
    void read(copy, leaving.signal).then(
      (result) => result !== null && !leaving.signal.aborted && setKnown({ copy, read, result }),
      (error: unknown) => isClosed(error) || setKnown(() => raise(error)),
    );
    return () => leaving.abort();
  }, [copy, read, state, reopenings]);
  return known && known.copy === copy && known.read === read ? known.result : undefined;
}

/** While a first copy is made, what is large is read again after so many changes of it. */
const CHANGES_BETWEEN = 10;

/** Another number when it is time to read a table again. */
export const rereadState = (cursor: Cursor, table: KeptTable): number =>
  isAllHere(cursor, table) ? cursor.changes : -Math.ceil(cursor.changes / CHANGES_BETWEEN);

import { useLiveQuery } from 'dexie-react-hooks';
import { listKept, type KeptList } from '../../core/sync/kept-lists.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';

export interface Kept {
  lists: KeptList[];
  /** Visitors' requests that wait on this device, whoever is signed in. */
  requests: number;
}

/** What the database of this device holds, kept up to date; null while it is read, or when nothing can be kept. */
export function useKeptLists(): Kept | null {
  const userId = useAdministrator()?.id;
  const kept = useLiveQuery(async () => {
    if (userId === undefined) return;
    return { lists: await listKept(db, userId), requests: await db.entries.count() };
  }, [userId]);
  return kept ?? null;
}

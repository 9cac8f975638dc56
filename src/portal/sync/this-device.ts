import { useEffect, useState } from 'react';
import { listKept, type KeptList } from '../../core/sync/replica-store.ts';
import { abandonReplicas } from '../../core/store/replicas.ts';
import { askToPersist, readStorage, type DeviceStorage } from '../../runtime/storage.ts';
import { signOut } from '../../runtime/auth/account.ts';
import { db } from '../../runtime/database.ts';
import { useReplicaRead } from './use-replica-read.ts';

export interface Kept {
  lists: KeptList[];
  /** Visitors' requests that wait on this device, whoever is signed in. */
  requests: number;
}

/** What the database of this device holds, kept up to date; null while it is read, or when nothing can be kept. */
export function useKeptLists(): Kept | null {
  const kept = useReplicaRead(
    async (replica, userId) => ({
      lists: await listKept(db, replica, userId),
      requests: await db.entries.count(),
    }),
    [],
  );
  return kept ?? null;
}

export type PersistAnswer = 'not-asked' | 'agreed' | 'refused';

/** How much space this device gives, and a way to ask the browser to leave what is kept alone. */
export function useStorage(): {
  storage: DeviceStorage | null;
  answer: PersistAnswer;
  ask: () => Promise<void>;
} {
  const [storage, setStorage] = useState<DeviceStorage | null>(null);
  const [answer, setAnswer] = useState<PersistAnswer>('not-asked');
  useEffect(() => void readStorage().then(setStorage), []);

  const ask = async () => {
    setAnswer((await askToPersist()) ? 'agreed' : 'refused');
    setStorage(await readStorage());
  };
  return { storage, answer, ask };
}

/**
 * Removes the lists that this device keeps, of whomever, and signs out, with a connection or without. What waits to be
 * sent stays. False when the browser could not remove them, or the session; the person is then still signed in.
 */
export async function wipeDevice(): Promise<boolean> {
  try {
    await abandonReplicas(db, null);
  } catch (error) {
    console.warn('The copies could not be given up:', error);
    return false;
  }
  return (await signOut()).outcome !== 'still-signed-in';
}

import { useEffect, useState } from 'react';
import { listKept, type KeptList } from '../../core/sync/replica-store.ts';
import { abandonReplicas } from '../../core/store/replicas.ts';
import { askToPersist, readStorage, type DeviceStorage } from '../../runtime/storage.ts';
import { signOut } from '../../runtime/auth/account.ts';
import { db } from '../../runtime/database.ts';
import { useReplicaRead } from './use-replica-read.ts';

export interface Kept {
  lists: KeptList[];
  /** Visitors' requests that wait on this device, for any user. */
  requests: number;
}

/**
 * The contents of this device's database, kept up to date; null while it is read, and without
 * storage.
 */
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

/** The space in use on this device, and a command that asks the browser not to clear it. */
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
 * Removes every user's lists from this device and signs out, online or not. Waiting entries stay.
 * False when the browser could not remove the lists or the session; the person is then still signed
 * in.
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

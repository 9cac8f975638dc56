import { useState } from 'react';
import { REPLICA_TABLES, type ReplicaTable } from '../../core/domain/entities.ts';
import { entityOf } from '../../core/waiting/pending.ts';
import { attentionOf } from '../../core/outbox/entry.ts';
import { entriesOf } from '../../core/outbox/queue.ts';
import { abandonReplicas } from '../../core/store/replicas.ts';
import { askToPersist, readStorage, type DeviceStorage } from '../../runtime/storage.ts';
import { signOut } from '../../runtime/auth/account.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { useRead } from '../../runtime/use-read.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { useLists } from '../sync/use-lists.ts';

/** The rows of one table on this device for one user. */
export interface DeviceList {
  table: ReplicaTable;
  rows: number;
  /** When the server last agreed, in milliseconds since 1970; null while incomplete. */
  pulledAt: number | null;
  /** The user's changes that are sent by themselves, and those that were refused. */
  waiting: number;
  refused: number;
}

export interface DeviceLists {
  /** In the portal's order. */
  lists: DeviceList[];
  /** Visitors' requests that wait on this device, for any user. */
  requests: number;
}

/** The rows and changes that this device stores; null while it is read, and without storage. */
export function useDeviceLists(): DeviceLists | null {
  const { tables, cursor } = useLists((lists) => lists);
  const userId = useAdministrator()?.id;
  const { value: stored } = useStored(
    async () => ({
      entries: userId === undefined ? [] : await entriesOf(db, userId),
      requests: await db.entries.filter(({ userId: owner }) => owner === null).count(),
    }),
    [userId],
  );
  if (!stored || REPLICA_TABLES.some((table) => !tables[table].isRead)) return null;
  return {
    lists: REPLICA_TABLES.map((table) => {
      const entries = stored.entries.filter((entry) => entityOf(entry) === table);
      const refused = entries.filter((entry) => attentionOf(entry)).length;
      return {
        table,
        rows: tables[table].count,
        pulledAt: tables[table].isComplete ? (cursor?.pulledAt ?? null) : null,
        waiting: entries.length - refused,
        refused,
      };
    }),
    requests: stored.requests,
  };
}

export type PersistAnswer = 'not-asked' | 'agreed' | 'refused';

/** The space in use on this device, and a command that asks the browser not to clear it. */
export function useStorage(): {
  storage: DeviceStorage | null;
  answer: PersistAnswer;
  ask: () => Promise<void>;
} {
  const { value: storage, again } = useRead(readStorage);
  const [answer, setAnswer] = useState<PersistAnswer>('not-asked');

  const ask = async () => {
    setAnswer((await askToPersist()) ? 'agreed' : 'refused');
    await again();
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

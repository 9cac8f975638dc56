import { useLiveQuery } from 'dexie-react-hooks';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';

/** How many changes of the signed-in administrator wait on this device. */
export function useWaitingCount(): number {
  const userId = useAdministrator()?.id;
  return useLiveQuery(() => db.adminEntries.filter((entry) => entry.userId === userId).count(), [userId]) ?? 0;
}

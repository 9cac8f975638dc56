import { useLiveQuery } from 'dexie-react-hooks';
import { countWaiting } from '../../core/changes/manage-changes.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox/outbox.ts';

/** How many changes of the signed-in administrator wait on this device. */
export function useWaitingCount(): number {
  const userId = useAdministrator()?.id;
  return useLiveQuery(() => (userId === undefined ? 0 : countWaiting(db, userId)), [userId]) ?? 0;
}

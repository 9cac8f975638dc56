import { useLiveQuery } from 'dexie-react-hooks';
import type { RowOf } from '../../core/backend/admin-backend.ts';
import { readPosition } from '../../core/sync/read-position.ts';
import { useAdministrator } from '../auth/use-auth.ts';
import { db } from '../outbox.ts';

/** The title of the position an application is for; null when this device does not know it, undefined while it is read. */
export function usePosition({ id, career_id }: RowOf<'job_applications'>): string | null | undefined {
  const userId = useAdministrator()?.id;
  return useLiveQuery(() => (userId === undefined ? null : readPosition(db, userId, { id, career_id })), [userId, id, career_id]);
}

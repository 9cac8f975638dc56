import { useEffect } from 'react';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { noteVisit } from '../../runtime/portal/use-new-rows.ts';
import { useSync } from '../../runtime/portal/use-sync.ts';

/** Remembers what was there, so that the next visit can tell what is new. */
export function useNotedVisit(): void {
  const userId = useAdministrator()?.id;
  const { syncedAt } = useSync();
  useEffect(() => {
    if (userId !== undefined && syncedAt !== null) noteVisit(userId).catch(() => undefined);
  }, [userId, syncedAt]);
}

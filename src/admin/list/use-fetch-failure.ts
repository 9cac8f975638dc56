import { useEffect } from 'react';
import { useSyncState } from '../../runtime/portal/sync-state.ts';
import { notify } from '../../ui/toast.ts';

/** Tells when the server did not give a list. What is on this device stays readable. */
export function useFetchFailure(text: string): void {
  const { isSyncing, failure } = useSyncState();
  useEffect(() => {
    if (!isSyncing && failure !== null) void notify.error('Error', { id: text, description: text });
  }, [isSyncing, failure, text]);
}

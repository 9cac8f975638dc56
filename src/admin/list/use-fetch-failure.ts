import { useEffect } from 'react';
import { useSyncState } from '../../runtime/portal/sync-state.ts';
import { notify } from '../../ui/toast.ts';

/** Tells when the server did not give a list: in this text, else in the server's words. What is on this device stays readable. */
export function useFetchFailure(text?: string): void {
  const { isSyncing, failure } = useSyncState();
  useEffect(() => {
    if (isSyncing || failure === null) return;
    const description = text ?? failure;
    void notify.error('Error', { id: description, description });
  }, [isSyncing, failure, text]);
}

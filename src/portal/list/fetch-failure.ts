import { useEffect, useLayoutEffect, useRef } from 'react';
import { useSyncState, type SyncFailure } from '../sync/sync.ts';
import { notify } from '../../ui/toast.ts';
import { syncText } from '../causes.ts';

/** The portal's frame shows this state, in which our server was not reached. */
const UNREACHED = new Set<SyncFailure['cause'] | undefined>([
  'offline',
  'no-answer',
  'not-our-server',
]);

let openLists = 0;

/** Whether an open list shows this failure as a toast. */
export const isListToasted = (failure: SyncFailure): boolean =>
  openLists > 0 && !UNREACHED.has(failure.cause);

/**
 * Shows once that the server did not return a list, until it does: this text, or the server's
 * message. This device's rows stay readable.
 */
export function useFetchFailure(text?: string): void {
  const { isSyncing, failure } = useSyncState();
  const why = failure && !UNREACHED.has(failure.cause) ? syncText(failure) : null;
  useLayoutEffect(() => {
    openLists += 1;
    return () => void (openLists -= 1);
  }, []);
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (why === null) shown.current = null;
    if (isSyncing || why === shown.current) return;
    shown.current = why;
    const description = text ?? why ?? '';
    // Replaces the message of a sync by hand.
    void notify.error('Error', { id: 'sync', description });
  }, [isSyncing, why, text]);
}

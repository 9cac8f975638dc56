import { useSyncExternalStore } from 'react';
import { progressOf, type Progress } from '../../core/sync/first-copy.ts';
import { createListeners } from '../app/listeners.ts';
import { useCopied } from './use-copied.ts';

interface SyncState {
  isSyncing: boolean;
  /** The last attempt found no connection. */
  isOffline: boolean;
  /** Why the server did not give its lists, when it was reached. */
  failure: string | null;
}

let state: SyncState = { isSyncing: false, isOffline: globalThis.navigator?.onLine === false, failure: null };
const listeners = createListeners();

export function changeSyncState(changes: Partial<SyncState>): void {
  state = { ...state, ...changes };
  listeners.tell();
}

/** How the portal's copy and the server stand to each other now, as this tab knows. */
export const syncState = (): SyncState => state;

/** The same, kept up to date. */
export const useSyncState = (): SyncState => useSyncExternalStore(listeners.add, syncState);

export interface Sync extends SyncState {
  /** When the server last agreed with every list here, in milliseconds since 1970; null: not yet. */
  syncedAt: number | null;
  /** How far the first copy of the lists has come; null: all of it is here, or it is not begun. */
  progress: Progress | null;
}

/** How fresh this device's copy of the lists is. */
export function useSync(): Sync {
  const state = useSyncState();
  const cursor = useCopied((copy) => copy.readCursor(), []);
  if (!cursor) return { ...state, syncedAt: null, progress: null };
  const { pulledAt, filling } = cursor;
  return { ...state, syncedAt: filling ? null : pulledAt, progress: filling && pulledAt !== null ? progressOf(filling) : null };
}

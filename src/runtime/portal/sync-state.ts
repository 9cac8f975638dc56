import { useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

export interface SyncState {
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

/** How the portal's copy and the server stand to each other, as this tab knows. */
export const useSyncState = (): SyncState => useSyncExternalStore(listeners.add, () => state);

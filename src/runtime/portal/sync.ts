import { useSyncExternalStore } from 'react';
import { progressOf, type Progress } from '../../core/sync/first-copy.ts';
import { pull, type PullResult } from '../../core/sync/pull.ts';
import { currentCopy } from '../auth/current-copy.ts';
import { administrator, onAuthChange } from '../auth/use-auth.ts';
import { verifyRole } from '../auth/verify-role.ts';
import { createListeners, onReturn } from '../app/listeners.ts';
import { onChangeDecided } from './decided-changes.ts';
import { adminBackendOf } from './portal-server.ts';
import { useCopied } from './use-copied.ts';

interface SyncState {
  isSyncing: boolean;
  /** The last attempt found no connection. */
  isOffline: boolean;
  /** Why the server did not give its lists, when it was reached. */
  failure: string | null;
}

let state: SyncState = {
  isSyncing: false,
  isOffline: globalThis.navigator?.onLine === false,
  failure: null,
};
const listeners = createListeners();

function changeSyncState(changes: Partial<SyncState>): void {
  state = { ...state, ...changes };
  listeners.tell();
}

/** How the portal's copy and the server stand to each other now, as this tab knows. */
export const syncState = (): SyncState => state;

/** `syncState` as a hook. */
export const useSyncState = (): SyncState => useSyncExternalStore(listeners.add, syncState);

export interface Sync extends SyncState {
  /** When the server last agreed with every list here, in milliseconds since 1970; null: not yet. */
  syncedAt: number | null;
  /** How far the first copy of the lists has come; null: all of it is here, or it is not begun. */
  progress: Progress | null;
}

/** How fresh this device's copy of the lists is. What can't be read is not known: the frame of the portal stays, and the screen in it tells. */
export function useSync(): Sync {
  const state = useSyncState();
  const cursor = useCopied((copy) => copy.readCursor().catch(() => undefined), []);
  if (!cursor) return { ...state, syncedAt: null, progress: null };
  const { pulledAt, filling } = cursor;
  return {
    ...state,
    syncedAt: filling ? null : pulledAt,
    progress: filling && pulledAt !== null ? progressOf(filling) : null,
  };
}

let isWanted = false;
let running: Promise<void> | null = null;

/** Brings this device's copy of the lists up to date. Never rejects. */
export function syncNow(): Promise<void> {
  isWanted = true;
  return (running ??= run().finally(() => (running = null)));
}

const byHand = createListeners();

/** Syncs because a person asked: lists then show new rows at once. */
export const syncByHand = (): Promise<void> => syncNow().then(byHand.tell);

/** Hears of each sync by hand, once it has ended; returns how to stop. */
export const onSyncedByHand = byHand.add;

async function run(): Promise<void> {
  changeSyncState({ isSyncing: true });
  for (let user = administrator(); user && isWanted; user = administrator()) {
    isWanted = false;
    const copy = currentCopy()?.copy;
    if (copy)
      await pull({ copy, backend: adminBackendOf(user.id), now: Date.now }).then(note, noteUnkept);
    else noteUnkept('there is no place for them');
  }
  isWanted = false;
  changeSyncState({ isSyncing: false });
}

function note(result: PullResult): void {
  switch (result.outcome) {
    case 'pulled':
      return changeSyncState({ isOffline: false, failure: null });
    case 'retry': {
      const unreached = result.reason === 'offline' || result.reason === 'not-our-server';
      return changeSyncState({
        isOffline: unreached,
        failure: unreached ? null : 'The server is having trouble. Please try again in a minute.',
      });
    }
    case 'signed-out':
      return changeSyncState({ isOffline: false });
    case 'rejected':
      changeSyncState({ isOffline: false, failure: result.message });
      void verifyRole();
  }
}

function noteUnkept(error: unknown): void {
  console.warn('The lists could not be kept on this device:', error);
  changeSyncState({
    failure: 'This device could not keep the lists. Free some space on it and try again.',
  });
}

/** How old the copy gets while somebody looks at it. */
const REFRESH_MS = 60_000;

/** Several events tell of one return. */
const ONE_RETURN_MS = 1000;

/** Keeps the copy fresh: at start, when somebody signs in, when the connection or the person comes back, each minute, and after a change. */
export function startSync(): void {
  let askedAt = -ONE_RETURN_MS;
  const refresh = () => {
    if (performance.now() - askedAt < ONE_RETURN_MS) return;
    askedAt = performance.now();
    void syncNow();
  };
  onAuthChange(() => void (administrator() && syncNow()));
  addEventListener('online', () => void syncNow());
  addEventListener('offline', () => changeSyncState({ isOffline: true }));
  onReturn(refresh);
  addEventListener('focus', refresh);
  setInterval(
    () => document.visibilityState === 'visible' && navigator.onLine && refresh(),
    REFRESH_MS,
  );
  onChangeDecided(({ refusal }) => {
    if (refusal?.reason === 'forbidden') void verifyRole();
    else void syncNow();
  });
  void syncNow();
}

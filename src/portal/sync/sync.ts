import { useSyncExternalStore } from 'react';
import type { RetryReason } from '../../core/domain/reasons.ts';
import { progressOf, type Progress } from '../../core/replica/initial-sync.ts';
import { pull, type PullResult } from '../../core/replica/pull.ts';
import { isClosed } from '../../core/store/database.ts';
import { onReopened } from '../../core/store/reopening-database.ts';
import { administrator, currentReplica, onAuthChange } from '../../runtime/auth/session.ts';
import { verifyRole } from '../../runtime/auth/verify-role.ts';
import { createListeners, onReturn } from '../../runtime/listeners.ts';
import { db } from '../../runtime/database.ts';
import { onDecided } from './decided.ts';
import { adminBackendOf } from '../../runtime/auth/portal-server.ts';
import { bringUpLists, useCursor } from './use-lists.ts';

/**
 * The reason why the last sync failed. `device`: the lists could not be stored; `storage`: the
 * database does not open.
 */
export type SyncFailure =
  { cause: RetryReason | 'device' | 'storage' } | { cause: 'refused'; message: string };

interface SyncState {
  isSyncing: boolean;
  /** The last attempt's failure; null without one, and before the first attempt. */
  failure: SyncFailure | null;
  /** A person asked for the last attempt, and is told its outcome. */
  isByHand: boolean;
}

let state: SyncState = { isSyncing: false, failure: null, isByHand: false };
const listeners = createListeners();

function changeSyncState(changes: Partial<SyncState>): void {
  state = { ...state, ...changes };
  listeners.emit();
}

/** The state of the sync between replica and server, as this tab knows it. */
export const useSyncState = (): SyncState => useSyncExternalStore(listeners.add, () => state);

/** True when the last attempt got no answer from any server. */
export const isOffline = ({ failure }: SyncState): boolean => failure?.cause === 'offline';

/** `isOffline` as a hook. */
export const useOffline = (): boolean => isOffline(useSyncState());

export interface Sync extends SyncState {
  /**
   * When the server last agreed with every list here, in milliseconds since 1970; null for never.
   */
  syncedAt: number | null;
  /** The progress of the initial sync; null when it is complete or not started. */
  progress: Progress | null;
}

/**
 * The age of this device's replica. Unknown while it cannot be read: the portal's frame stays, and
 * the screen shows the reason.
 */
export function useSync(): Sync {
  const state = useSyncState();
  const cursor = useCursor();
  if (!cursor) return { ...state, syncedAt: null, progress: null };
  const { pulledAt, initialSync } = cursor;
  return {
    ...state,
    syncedAt: initialSync ? null : pulledAt,
    progress: initialSync && pulledAt !== null ? progressOf(initialSync) : null,
  };
}

let isWanted = false;
let running: Promise<void> | null = null;

/** Syncs this device's replica of the lists, and this tab's rows with it. Never rejects. */
export function syncNow(): Promise<void> {
  isWanted = true;
  return (running ??= run());
}

const byHand = createListeners();

let onFailureByHand: ((failure: SyncFailure) => void) | null = null;

/**
 * Syncs at a person's request: lists then show new rows at once. `onFailure` is called before the
 * lists know, so that a list's own message can replace it.
 */
export function syncByHand(onFailure: (failure: SyncFailure) => void): Promise<void> {
  onFailureByHand = onFailure;
  changeSyncState({ isByHand: true });
  return syncNow().then(byHand.emit);
}

/** Calls the listener after each sync by hand; returns a function that stops. */
export const onSyncedByHand = byHand.add;

async function run(): Promise<void> {
  changeSyncState({ isSyncing: true, isByHand: onFailureByHand !== null });
  do {
    isWanted = false;
    await syncOnce();
  } while (isWanted && administrator());
  // Here and not when the promise is settled: a call between the two would be lost.
  running = null;
  if (state.failure) onFailureByHand?.(state.failure);
  onFailureByHand = null;
  changeSyncState({ isSyncing: false });
}

async function syncOnce(): Promise<void> {
  const user = administrator();
  if (!user) return;
  const replica = currentReplica()?.replica;
  if (!replica) return noteUnkept('there is no database for them');
  await pull({ replica, backend: adminBackendOf(user.id), now: Date.now }).then(note, noteUnkept);
  await bringUpLists();
}

function note(result: PullResult): void {
  switch (result.outcome) {
    case 'pulled':
    case 'signed-out':
      return changeSyncState({ failure: null });
    case 'retry':
      return changeSyncState({ failure: { cause: result.reason } });
    case 'rejected':
      changeSyncState({ failure: { cause: 'refused', message: result.message } });
      void verifyRole();
  }
}

function noteUnkept(error: unknown): void {
  console.warn('The lists could not be kept on this device:', error);
  const isUnopened = db.availability !== 'available' || isClosed(error);
  changeSyncState({ failure: { cause: isUnopened ? 'storage' : 'device' } });
}

/** The replica's age at which an open page syncs again. */
const REFRESH_MS = 60_000;

/** One return fires several events. */
const ONE_RETURN_MS = 1000;

/**
 * Keeps the replica fresh: at start, at a sign-in, when the connection or the person returns, each
 * minute, and after a change.
 */
export function startSync(): void {
  let askedAt = -ONE_RETURN_MS;
  const refresh = () => {
    if (performance.now() - askedAt < ONE_RETURN_MS) return;
    askedAt = performance.now();
    void syncNow();
  };
  onAuthChange(() => void (administrator() && syncNow()));
  addEventListener('online', () => void syncNow());
  addEventListener('offline', () => void syncNow());
  onReturn(refresh);
  onReopened(() => void syncNow());
  addEventListener('focus', refresh);
  setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_MS);
  onDecided(({ refusal }) => {
    if (refusal?.reason === 'forbidden') void verifyRole();
    else void syncNow();
  });
  void syncNow();
}

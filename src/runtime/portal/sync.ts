import { pull, type PullResult } from '../../core/sync/pull.ts';
import { currentCopy } from '../auth/current-copy.ts';
import { administrator, onAuthChange } from '../auth/use-auth.ts';
import { verifyRole } from '../auth/verify-role.ts';
import { createListeners, onReturn } from '../app/listeners.ts';
import { adminBackendOf } from './portal-server.ts';
import { onChangeDecided } from './decided-changes.ts';
import { changeSyncState } from './use-sync.ts';

let isWanted = false;
let running: Promise<void> | null = null;

/** Brings this device's copy of the lists up to date. Never rejects. */
export function syncNow(): Promise<void> {
  isWanted = true;
  return (running ??= run().finally(() => (running = null)));
}

const byHand = createListeners();

/** The same because a person asks for it: lists show at once what it brings. */
export const syncByHand = (): Promise<void> => syncNow().then(byHand.tell);

/** Hears of each sync by hand, once it has ended; returns how to stop. */
export const onSyncedByHand = byHand.add;

async function run(): Promise<void> {
  changeSyncState({ isSyncing: true });
  for (let user = administrator(); user && isWanted; user = administrator()) {
    isWanted = false;
    const copy = currentCopy()?.copy;
    if (copy) await pull({ copy, backend: adminBackendOf(user.id), now: Date.now }).then(note, noteUnkept);
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
      return changeSyncState({ isOffline: unreached, failure: unreached ? null : 'The server is having trouble. Please try again in a minute.' });
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
  changeSyncState({ failure: 'This device could not keep the lists. Free some space on it and try again.' });
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
  setInterval(() => document.visibilityState === 'visible' && navigator.onLine && refresh(), REFRESH_MS);
  onChangeDecided(({ refusal }) => {
    if (refusal?.reason === 'forbidden') void verifyRole();
    else void syncNow();
  });
  void syncNow();
}

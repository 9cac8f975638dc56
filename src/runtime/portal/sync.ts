import { KEPT_TABLES, type KeptTable } from '../../core/domain/entities.ts';
import { entityOf } from '../../core/store/admin-entries.ts';
import { pull, type PullResult } from '../../core/sync/pull.ts';
import { administrator, onAuthChange } from '../auth/auth.ts';
import { verifyRole } from '../auth/verify-role.ts';
import { onReturn } from '../on-return.ts';
import { db } from '../outbox.ts';
import { adminBackendOf } from './admin-backend.ts';
import { onAdminDecided } from './decisions.ts';
import { changeSyncState } from './sync-state.ts';

const wanted = new Set<KeptTable>();
let running: Promise<void> | null = null;

/** Brings this device's copy of the lists up to date; all of them unless some are named. Never rejects. */
export function syncNow(tables: readonly KeptTable[] = KEPT_TABLES): Promise<void> {
  for (const table of tables) wanted.add(table);
  return (running ??= run().finally(() => (running = null)));
}

async function run(): Promise<void> {
  changeSyncState({ isSyncing: true });
  for (let user = administrator(); user && wanted.size > 0; user = administrator()) {
    const tables = [...wanted];
    wanted.clear();
    const deps = { db, backend: adminBackendOf(user.id), userId: user.id, now: Date.now };
    await pull(deps, tables).then(note, noteUnkept);
  }
  wanted.clear();
  changeSyncState({ isSyncing: false });
}

function note(result: PullResult): void {
  switch (result.outcome) {
    case 'pulled':
      return changeSyncState({ isOffline: false, failure: null });
    case 'retry': {
      const unreached = result.reason === 'offline' || result.reason === 'foreign';
      return changeSyncState({ isOffline: unreached, failure: unreached ? null : 'The server is in trouble. Please try again in a minute.' });
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

/** Keeps the copy fresh: at start, when somebody signs in, when the connection or the person comes back, and after a change. */
export function startSync(): void {
  onAuthChange(() => void (administrator() && syncNow()));
  addEventListener('online', () => void syncNow());
  addEventListener('offline', () => changeSyncState({ isOffline: true }));
  onReturn(() => void syncNow());
  onAdminDecided(({ entry, decision }) => {
    if (decision.outcome === 'refused' && decision.attention.reason === 'forbidden') void verifyRole();
    else void syncNow([entityOf(entry)]);
  });
  void syncNow();
}

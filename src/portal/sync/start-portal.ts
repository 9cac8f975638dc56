import { pruneChangeReceipts } from '../../core/changes/change-store.ts';
import { administrator, onAuthChange, startSession } from '../../runtime/auth/session.ts';
import { verifyRole } from '../../runtime/auth/verify-role.ts';
import { startRuntime } from '../../runtime/start.ts';
import { keepPortal } from '../../runtime/worker.ts';
import { db } from '../../runtime/database.ts';
import { startTriggers } from '../../runtime/flushes.ts';
import { changeFlusher } from './change-commands.ts';
import { startSync } from './sync.ts';

/**
 * Starts the portal's background work besides every page's: the session, the lists, the waiting
 * changes.
 */
export async function startPortal(): Promise<void> {
  startSession(verifyRole);
  startSync();
  startTriggers(changeFlusher);
  void pruneChangeReceipts(db, Date.now()).catch(() => undefined);
  onAuthChange(() => {
    void changeFlusher.request({ eager: true });
    if (administrator()) void keepPortal();
  });
  await startRuntime();
}

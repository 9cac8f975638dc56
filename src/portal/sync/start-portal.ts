import { pruneChangeReceipts } from '../../core/changes/change-store.ts';
import { administrator, onAuthChange } from '../../runtime/auth/use-auth.ts';
import { startAuth } from '../../runtime/auth/start-auth.ts';
import { startRuntime } from '../../runtime/start.ts';
import { keepPortal } from '../../runtime/worker.ts';
import { db } from '../../runtime/database.ts';
import { startTriggers } from '../../runtime/flushes.ts';
import { changeFlusher } from './change-commands.ts';
import { startSync } from './sync.ts';

/** Starts what the portal runs in the background, besides what every page runs: the session, the lists, the changes that wait. */
export async function startPortal(): Promise<void> {
  startAuth();
  startSync();
  startTriggers(changeFlusher);
  void pruneChangeReceipts(db, Date.now()).catch(() => undefined);
  onAuthChange(() => {
    void changeFlusher.request({ eager: true });
    if (administrator()) void keepPortal();
  });
  await startRuntime();
}

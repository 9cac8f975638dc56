import { pruneChangeReceipts } from '../../core/changes/change-store.ts';
import { administrator, onAuthChange } from '../auth/use-auth.ts';
import { startAuth } from '../auth/start-auth.ts';
import { startRuntime } from '../app/start.ts';
import { keepPortal } from '../app/sw-bridge.ts';
import { db } from '../outbox/outbox.ts';
import { startTriggers } from '../submissions/flushes.ts';
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

import { administrator, onAuthChange } from '../auth/auth.ts';
import { startAuth } from '../auth/start-auth.ts';
import { startRuntime } from '../start.ts';
import { keepPortal } from '../sw-bridge.ts';
import { startTriggers } from '../triggers.ts';
import { adminFlusher } from './admin-outbox.ts';
import { startSync } from './sync.ts';

/** Starts what the portal runs in the background, besides what every page runs: the session, the lists, the changes that wait. */
export async function startPortal(): Promise<void> {
  startAuth();
  startSync();
  startTriggers(adminFlusher);
  onAuthChange(() => {
    void adminFlusher.request({ eager: true });
    if (administrator()) void keepPortal();
  });
  await startRuntime();
}

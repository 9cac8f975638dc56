import { administrator, onAuthChange, startSession } from '../runtime/auth/session.ts';
import { verifyRole } from '../runtime/auth/verify-role.ts';
import { listenForInstall } from '../runtime/install.ts';
import { startOutbox } from '../runtime/start-outbox.ts';
import { cachePortal, registerWorker } from '../runtime/worker.ts';
import { outbox } from '../runtime/outbox.ts';
import { after } from '../runtime/listeners.ts';
import { serveAdministrators } from './serve-administrators.ts';
import { startSync } from './sync/sync.ts';

const TIDY_WITHIN_MS = 2000;

/**
 * Starts the portal's background work besides every page's: the session, the lists, the waiting
 * changes.
 */
export async function startPortal(): Promise<void> {
  startSession(verifyRole);
  startSync();
  serveAdministrators();
  onAuthChange(() => {
    void outbox.requestFlush({ eager: true });
    if (administrator()) void cachePortal();
  });
  listenForInstall();
  // The worker's installation uses a small processor fully. A silent storage does not delay it.
  await Promise.race([startOutbox(), after(TIDY_WITHIN_MS, undefined)]);
  await registerWorker();
}

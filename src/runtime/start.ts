import { pruneReceipts } from '../core/outbox/receipts.ts';
import { pruneDrafts } from './drafts.ts';
import { noticeLoss } from './install-id.ts';
import { listenForInstall } from './install.ts';
import { db, outboxFlusher } from './outbox.ts';
import { registerWorker, requestSync } from './sw-bridge.ts';
import { startTriggers } from './triggers.ts';

/** Starts what every page runs in the background: the worker, the outbox's triggers, and forgetting what is old. */
export async function startRuntime(): Promise<void> {
  listenForInstall();
  void noticeLoss();
  startTriggers(outboxFlusher);
  void pruneReceipts(db, Date.now()).catch(() => undefined);
  void pruneDrafts();
  await registerWorker();
  // A sync that failed for the last time is forgotten by the browser, so what still waits asks again.
  for (const { id } of await db.entries.toArray().catch(() => [])) void requestSync(id);
}

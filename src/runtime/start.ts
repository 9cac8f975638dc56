import { removeAbandoned } from '../core/store/replicas.ts';
import { liveRead } from '../core/store/live-read.ts';
import { countUnsent, showOnIcon } from '../core/submissions/notifications.ts';
import { pruneReceipts } from '../core/submissions/requests.ts';
import { pruneDrafts } from './drafts.ts';
import { noticeLoss } from './install-id.ts';
import { listenForInstall } from './install.ts';
import { after } from './listeners.ts';
import { db, whenOpen } from './database.ts';
import { submissionFlusher } from './outbox.ts';
import { registerWorker, requestSync } from './worker.ts';
import { startTriggers } from './flushes.ts';

const TIDY_WITHIN_MS = 2000;

/**
 * Starts every page's background work: the worker, the outbox's triggers, the icon's badge, and the
 * removal of old data.
 */
export async function startRuntime(): Promise<void> {
  listenForInstall();
  await whenOpen;
  startTriggers(submissionFlusher);
  liveRead(() => countUnsent(db)).subscribe(({ value: count }) => {
    if (count !== undefined) void showOnIcon(count);
  });
  // The worker's installation uses a small processor fully. A silent storage does not delay it.
  await Promise.race([tidyUp(), after(TIDY_WITHIN_MS, undefined)]);
  await registerWorker();
  // The browser drops a sync after its last failure, so waiting entries register again.
  for (const { id } of await db.entries.toArray().catch(() => [])) void requestSync(id);
}

/**
 * Tasks without urgency, one after the other: together they would block a slow phone's answer to a
 * tap.
 */
async function tidyUp(): Promise<void> {
  await noticeLoss();
  await pruneReceipts(db, Date.now()).catch(() => undefined);
  await pruneDrafts();
  // Data of a signed-out user, if the browser was killed before it was deleted.
  await removeAbandoned(db).catch((error: unknown) =>
    console.warn('Lists that were given up could not be removed:', error),
  );
}

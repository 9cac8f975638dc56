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

/** Starts what every page runs in the background: the worker, the outbox's triggers, the number on the icon, and forgetting what is old. */
export async function startRuntime(): Promise<void> {
  listenForInstall();
  await whenOpen;
  startTriggers(submissionFlusher);
  liveRead(() => countUnsent(db)).subscribe(({ value: count }) => {
    if (count !== undefined) void showOnIcon(count);
  });
  // The worker's installation takes all of a small processor. Where the storage is silent, it is not waited for.
  await Promise.race([tidyUp(), after(TIDY_WITHIN_MS, undefined)]);
  await registerWorker();
  // A sync that failed for the last time is forgotten by the browser, so what still waits asks again.
  for (const { id } of await db.entries.toArray().catch(() => [])) void requestSync(id);
}

/** What nobody waits for, one thing after the other: at once they would hold up a slow phone that is to answer a tap. */
async function tidyUp(): Promise<void> {
  await noticeLoss();
  await pruneReceipts(db, Date.now()).catch(() => undefined);
  await pruneDrafts();
  // What somebody who signed out left, when the browser was killed before it was gone.
  await removeAbandoned(db).catch((error: unknown) =>
    console.warn('Lists that were given up could not be removed:', error),
  );
}

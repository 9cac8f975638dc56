import { removeAbandoned } from '../core/store/replicas.ts';
import { liveRead } from '../core/store/live-read.ts';
import { countUnsent, showOnIcon } from '../core/submissions/notifications.ts';
import { londonTime } from '../core/domain/london-time.ts';
import { isAhead } from '../core/submissions/request-states.ts';
import { pruneReceipts } from '../core/outbox/receipts.ts';
import { pruneDrafts } from './drafts.ts';
import { noticeLoss } from './install-id.ts';
import { db, whenOpen } from './database.ts';
import { flusher } from './outbox.ts';
import { requestSync } from './worker.ts';
import { startTriggers } from './flusher.ts';

/** Starts the outbox's background work: triggers, the icon's badge, the removal of old data. */
export async function startOutbox(): Promise<void> {
  await whenOpen;
  startTriggers(flusher);
  liveRead(() => countUnsent(db)).subscribe(({ value: count }) => {
    if (count !== undefined) void showOnIcon(count);
  });
  await tidyUp();
  // The browser drops a sync after its last failure, so waiting entries register again.
  for (const { id, userId } of await db.entries.toArray().catch(() => []))
    if (userId === null) void requestSync(id);
}

/**
 * Tasks without urgency, one after the other: together they would block a slow phone's answer to a
 * tap.
 */
async function tidyUp(): Promise<void> {
  await noticeLoss();
  const today = londonTime().day;
  await pruneReceipts(db, Date.now(), (receipt) => isAhead(receipt, today)).catch(() => undefined);
  await pruneDrafts();
  // Data of a signed-out user, if the browser was killed before it was deleted.
  await removeAbandoned(db).catch((error: unknown) =>
    console.warn('Lists that were given up could not be removed:', error),
  );
}

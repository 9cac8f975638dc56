import { removeAbandoned } from '../core/store/replicas.ts';
import { liveRead } from '../core/store/live-read.ts';
import { countUnsent } from '../core/waiting/my-requests.ts';
import { showOnIcon } from '../core/waiting/notifications.ts';
import { VISITOR_MUTATIONS } from '../core/mutations/visitors.ts';
import { londonTime } from '../core/domain/london-time.ts';
import { pruneReceipts } from '../core/outbox/receipts.ts';
import { pruneForms } from './stored-forms.ts';
import { noticeLoss } from './install-id.ts';
import { db, whenOpen } from './database.ts';
import { outbox } from './outbox.ts';
import { requestSync } from './worker.ts';
import { startTriggers } from './flush-triggers.ts';

/** Starts the outbox's background work: triggers, the icon's badge, the removal of old data. */
export async function startOutbox(): Promise<void> {
  await whenOpen;
  startTriggers(outbox);
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
  await pruneReceipts(
    db,
    Date.now(),
    (receipt) => VISITOR_MUTATIONS[receipt.kind]?.isReceiptNeeded(receipt, today) ?? false,
  ).catch(() => undefined);
  await pruneForms();
  // Data of a signed-out user, if the browser was killed before it was deleted.
  await removeAbandoned(db).catch((error: unknown) =>
    console.warn('Lists that were given up could not be removed:', error),
  );
}

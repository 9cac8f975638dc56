import { beginEdit } from '../../core/mutations/edit-entry.ts';
import { attentionOf, DUE, isEntry, type Fresh } from '../../core/outbox/entry.ts';
import { mutationOf } from '../../core/outbox/mutation.ts';
import { removeEntry, retryEntry } from '../../core/outbox/queue.ts';
import { withReopen } from '../../core/store/database.ts';
import type { OutboxEntry } from '../../core/store/device-schema.ts';
import { requestFlush, type Page } from './send.ts';

/**
 * The entry to send: one that this page could neither store nor send before goes on under its id, if
 * it is the same as `fresh`.
 */
export function tryAgainAs<E extends OutboxEntry>(
  unstored: Page['unstored'],
  fresh: Fresh<E>,
  isSame: (kept: Fresh<E>, fresh: Fresh<E>) => boolean,
): Fresh<E> {
  const { kind, userId } = fresh.entry;
  for (const kept of unstored.values() as Iterable<Fresh<E>>) {
    const { entry } = kept;
    if (entry.kind !== kind || entry.userId !== userId || !isSame(kept, fresh)) continue;
    unstored.delete(entry.id);
    return { ...kept, entry: { ...entry, state: DUE } };
  }
  return fresh;
}

/** Makes an entry due now, also one that needs attention, and sends it. */
export async function retry(page: Page, id: string, changes?: Partial<OutboxEntry>): Promise<void> {
  await retryEntry(page.queue, id, changes);
  await requestFlush(page, { eager: true });
}

/**
 * Copies a waiting submission into its form; false when it is gone or sent. It waits half an hour for
 * its sender, and is then sent as it was, also after the browser is closed.
 */
export async function edit(page: Page, id: string): Promise<boolean> {
  const isWaiting = await beginEdit(page, id, page.device.now());
  if (isWaiting) page.requestSync(id);
  return isWaiting;
}

/**
 * Ends an edit without changes: the entry is sent as it was, but for one that was refused, which
 * still needs its sender.
 */
export async function endEdit(page: Page, id: string): Promise<void> {
  const entry = await page.queue.find(id);
  if (isEntry(entry) && !attentionOf(entry)) await retry(page, id);
}

/**
 * Takes an entry back, with its file. False, without a change, when it is gone or cannot be taken
 * back any more, and when the server may have it and its sender was `toldMaybeTooLate: false`: an
 * attempt began since they read that it had not been sent.
 */
export async function undo(page: Page, id: string, toldMaybeTooLate: boolean): Promise<boolean> {
  const { db, queue, mutations, device } = page;
  const isUndone = await withReopen(() =>
    db.transaction('rw', db.entries, db.files, db.receipts, async () => {
      // With the attempts that a full device could not write down.
      const entry = await queue.find(id);
      const undone = isEntry(entry) && mutationOf(mutations, entry)?.undo(entry, device.now());
      if (!undone || !undone.isPossible || (undone.maybeTooLate && !toldMaybeTooLate)) return false;
      await removeEntry(db, id);
      if (undone.replacement) await db.entries.add(undone.replacement);
      return true;
    }),
  );
  // Something may have to be removed from the server.
  if (isUndone) void requestFlush(page, { eager: false });
  return isUndone;
}

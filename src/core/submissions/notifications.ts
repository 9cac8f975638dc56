import type { SubmissionKind } from '../domain/submission.ts';
import { attentionOf } from '../outbox/entry.ts';
import { isRequestAnswer } from './request-answer-kind.ts';
import { isSubmission, isSubmissionReceipt } from './submission-kind.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { OutboxEntry } from '../store/rows.ts';

/** The outcome of a submission whose sender asked for a notification. */
export interface SubmissionNotification {
  id: string;
  kind: SubmissionKind;
  /** False when it needs its sender. */
  isSent: boolean;
}

const PREFIX = 'tell:';
const keyOf = (id: string): `tell:${string}` => `${PREFIX}${id}`;

/** Records that the sender of a waiting submission wants a notification. */
export const requestNotification = (db: Database, id: string): Promise<unknown> =>
  withReopen(() => db.facts.put({ key: keyOf(id), value: '' }));

/** True until the notification is shown or cancelled. */
export const isNotificationWanted = (db: Database, id: string): Promise<boolean> =>
  withReopen(async () => (await db.facts.get(keyOf(id))) !== undefined);

/** Cancels the notification, because its sender does not want it or has seen the result. */
export const forgetNotification = (db: Database, id: string): Promise<void> =>
  withReopen(() => db.facts.delete(keyOf(id)));

/** The notifications that are due. Each is returned once, to the first caller. */
export const takeNotifications = (db: Database): Promise<SubmissionNotification[]> =>
  withReopen(async () => {
    // Mostly there is none, and a read-write transaction waits for the disk.
    if ((await askedFor(db).count()) === 0) return [];
    return db.transaction('rw', db.facts, db.entries, db.receipts, async () => {
      const keys = await askedFor(db).primaryKeys();
      const found = await Promise.all(
        keys.map((key) => notificationOf(db, key.slice(PREFIX.length))),
      );
      await db.facts.bulkDelete(keys.filter((_, i) => found[i] !== null));
      return found.filter((notification) => !!notification);
    });
  });

const askedFor = (db: Database) => db.facts.where('key').startsWith(PREFIX);

/** Null while it waits, and undefined when its sender discarded it. */
async function notificationOf(
  db: Database,
  id: string,
): Promise<SubmissionNotification | null | undefined> {
  const [entry, receipt] = await Promise.all([db.entries.get(id), db.receipts.get(id)]);
  if (receipt && isSubmissionReceipt(receipt)) return { id, kind: receipt.form, isSent: true };
  if (!entry || !isSubmission(entry)) return undefined;
  const { kind } = entry.submission;
  // Its record is stored, whatever the state of the office's email.
  if (entry.step === 'email') return { id, kind, isSent: true };
  return attentionOf(entry) ? { id, kind, isSent: false } : null;
}

const isUnsent = (entry: OutboxEntry): boolean =>
  (isSubmission(entry) || isRequestAnswer(entry)) && entry.step !== 'email';

/** The number of unsent requests and answers on this device, including those that need their sender. */
export const countUnsent = (db: Database): Promise<number> =>
  // Not by a database filter, which reads entry by entry and delays a concurrent write.
  db.entries.toArray((entries) => entries.filter(isUnsent).length);

/** Shows the number on the installed app's icon, where the system can. Never rejects. */
export async function showOnIcon(count: number): Promise<void> {
  // Zero removes the badge. A browser without an installed app may refuse.
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined);
}

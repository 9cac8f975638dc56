import type { SubmissionKind } from '../domain/submission.ts';
import { attentionOf } from '../outbox/entry.ts';
import { withReopen, type Database } from '../store/database.ts';

/** What became of a submission whose sender wanted to be told. */
export interface SubmissionNotification {
  id: string;
  kind: SubmissionKind;
  /** False: it needs its sender. */
  isSent: boolean;
}

const PREFIX = 'tell:';
const keyOf = (id: string): `tell:${string}` => `${PREFIX}${id}`;

/** Notes that the sender of a waiting submission wants to be told when it is sent. */
export const requestNotification = (db: Database, id: string): Promise<unknown> =>
  withReopen(() => db.facts.put({ key: keyOf(id), value: '' }));

/** True from then on, until it is told or forgotten. */
export const isNotificationWanted = (db: Database, id: string): Promise<boolean> =>
  withReopen(async () => (await db.facts.get(keyOf(id))) !== undefined);

/** Forgets that, because its sender does not want it any more or has seen it. */
export const forgetNotification = (db: Database, id: string): Promise<void> =>
  withReopen(() => db.facts.delete(keyOf(id)));

/** What was asked for and is decided by now. Each is given out once, whoever takes it. */
export const takeNotifications = (db: Database): Promise<SubmissionNotification[]> =>
  withReopen(async () => {
    // Mostly nobody asked, and a transaction that may write waits for the disk.
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

/** Null while it waits, and undefined when its sender took it back. */
async function notificationOf(
  db: Database,
  id: string,
): Promise<SubmissionNotification | null | undefined> {
  const [entry, receipt] = await Promise.all([db.entries.get(id), db.receipts.get(id)]);
  if (receipt) return { id, kind: receipt.kind, isSent: true };
  if (!entry) return undefined;
  const { kind } = entry.submission;
  // Its record is stored, whatever the office's email does.
  if (entry.step === 'email') return { id, kind, isSent: true };
  return attentionOf(entry) ? { id, kind, isSent: false } : null;
}

/** How many submissions are on this device and not with us, those that need their sender among them. */
export const countUnsent = (db: Database): Promise<number> =>
  // No filter of the database's: it would hand over entry by entry, and whoever stores one meanwhile waits for it.
  db.entries.toArray((entries) => entries.filter(({ step }) => step !== 'email').length);

/** Shows that number on the installed app's icon, where the system can. Never rejects. */
export async function showOnIcon(count: number): Promise<void> {
  // None takes the sign away. A browser without an installed app may refuse.
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined);
}

import { attentionOf } from '../outbox/entry.ts';
import { withReopen, type Database } from '../store/database.ts';
import { VISITOR_MUTATIONS } from '../mutations/visitors.ts';

/** The outcome of a submission whose sender asked for a notification. */
export interface SubmissionNotification {
  id: string;
  /** Its name within a sentence. */
  noun: string;
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
  const noun = VISITOR_MUTATIONS[(receipt ?? entry)?.kind ?? '']?.noun;
  if (noun === undefined) return undefined;
  // Its record is stored, whatever the state of the office's email.
  if (!entry || entry.isStored) return { id, noun, isSent: true };
  return attentionOf(entry) ? { id, noun, isSent: false } : null;
}

/** Shows the number on the installed app's icon, where the system can. Never rejects. */
export async function showOnIcon(count: number): Promise<void> {
  // Zero removes the badge. A browser without an installed app may refuse.
  if ('setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined);
}

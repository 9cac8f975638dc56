import { Dexie, type Collection } from 'dexie';
import { mintId } from '../domain/mint-id.ts';
import type { StoredReplica } from './device-schema.ts';
import { withReopen, type Database } from './database.ts';

const PREFIX = 'replica-';

/**
 * The name of a user's replica database, minted on first use; null when that user is not signed in
 * here.
 */
export const nameReplica = (db: Database, userId: string): Promise<string | null> =>
  withReopen(() =>
    db.transaction('rw', db.session, db.replicas, async () => {
      if ((await db.session.get('current'))?.user.id !== userId) return null;
      const known = await db.replicas
        .filter((replica) => replica.userId === userId && !replica.isAbandoned)
        .first();
      // A new name each time: a tab that still has an abandoned replica open would block a database
      // of the same name.
      const name = known?.name ?? PREFIX + mintId();
      if (!known) await db.replicas.add({ name, userId, isAbandoned: false });
      return name;
    }),
  );

/**
 * Abandons replicas, in the caller's transaction. Deletes their names, because a full device can
 * delete but not write; `removeAbandoned` finds a nameless replica among the browser's databases. A
 * browser that can't list databases gets a mark.
 */
export const abandon = (replicas: Collection<StoredReplica, string>): PromiseLike<number> =>
  canList() ? replicas.delete() : replicas.modify({ isAbandoned: true });

const canList = (): boolean => typeof globalThis.indexedDB?.databases === 'function';

/**
 * Abandons the replicas of every user except one, with the facts about their lists; null: of every
 * user. Nobody opens them again, and `removeAbandoned` removes them, now or at the next start.
 * Waiting entries stay.
 */
export const abandonReplicas = (db: Database, exceptUserId: string | null): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.replicas, db.portalFacts, db.forms, db.receipts, async () => {
      const isOthers = ({ userId }: { userId: string | null }) =>
        userId !== null && userId !== exceptUserId;
      await abandon(db.replicas.filter(isOthers));
      await db.portalFacts.filter(isOthers).delete();
      await db.forms.filter(isOthers).delete();
      await db.receipts.filter(isOthers).delete();
    }),
  );

/**
 * Removes every abandoned replica. Resolves once they are gone: a tab that has one open delays this
 * call and nothing else.
 */
export async function removeAbandoned(db: Database): Promise<void> {
  // Listed first, so that the list has no replica made meanwhile: its name is stored before the
  // database exists.
  const existing =
    (await globalThis.indexedDB.databases?.())?.flatMap(({ name }) => name ?? []) ?? [];
  const known = await withReopen(() => db.replicas.toArray());
  const inUse = new Set(known.filter(({ isAbandoned }) => !isAbandoned).map(({ name }) => name));
  const left = new Set([
    ...known.map(({ name }) => name),
    ...existing.filter((name) => name.startsWith(PREFIX)),
  ]);
  const removals = [...left]
    .filter((name) => !inUse.has(name))
    .map(async (name) => {
      await Dexie.delete(name);
      await withReopen(() => db.replicas.delete(name));
    });
  await Promise.all(removals);
}

import { Dexie, type Collection } from 'dexie';
import type { StoredReplica } from './admin-rows.ts';
import { withReopen, type Database } from './database.ts';

const PREFIX = 'replica-';

/** The name of the database with a user's replica, minted where there is none; null when that user is not signed in here. */
export const nameReplica = (db: Database, userId: string): Promise<string | null> =>
  withReopen(() =>
    db.transaction('rw', db.session, db.replicas, async () => {
      if ((await db.session.get('current'))?.user.id !== userId) return null;
      const known = await db.replicas
        .filter((replica) => replica.userId === userId && !replica.isAbandoned)
        .first();
      // Never a name of before: whoever still holds an abandoned replica open would hold this one up.
      const name = known?.name ?? PREFIX + crypto.randomUUID();
      if (!known) await db.replicas.add({ name, userId, isAbandoned: false });
      return name;
    }),
  );

/**
 * Gives up replicas, in the caller's transaction. Their names are deleted, because a full device still deletes but writes nothing: a replica
 * that nobody names is found among the browser's databases. A browser that can't list these is left a mark.
 */
export const giveUp = (replicas: Collection<StoredReplica, string>): PromiseLike<number> =>
  canList() ? replicas.delete() : replicas.modify({ isAbandoned: true });

const canList = (): boolean => typeof globalThis.indexedDB?.databases === 'function';

/**
 * Gives up the replicas of everybody but one user, and what is known of their readers; null: of everybody. From now on nobody
 * opens them, and `removeAbandoned` has them removed, if not now, then at the next start. What waits to be sent stays.
 */
export const abandonReplicas = (db: Database, exceptUserId: string | null): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.replicas, db.portalFacts, db.changeReceipts, async () => {
      const isOthers = ({ userId }: { userId: string }) => userId !== exceptUserId;
      await giveUp(db.replicas.filter(isOthers));
      await db.portalFacts.filter(isOthers).delete();
      await db.changeReceipts.filter(isOthers).delete();
    }),
  );

/** Removes every replica that was given up. Resolves once they are gone: a tab that holds one open keeps this waiting, and nothing else. */
export async function removeAbandoned(db: Database): Promise<void> {
  // First, so that a replica made meanwhile is not among them; its name is written down before it is made.
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

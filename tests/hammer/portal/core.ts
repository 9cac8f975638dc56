/** The portal's own functions, imported here and in `../core.ts` only. */
import { createSupabaseAdminBackend } from '../../../src/core/server/supabase-admin-backend.ts';
import type { AdminBackend } from '../../../src/core/server/admin-backend.ts';
import type { TokenSource } from '../../../src/core/server/signed-in.ts';
import type { ChangeDeps, PreparePicture } from '../../../src/core/changes/change-deps.ts';
import { createAnswer } from '../../../src/core/changes/answer-kind.ts';
import { storeChange } from '../../../src/core/changes/change-store.ts';
import { changeKinds } from '../../../src/core/changes/kinds.ts';
import {
  discardAnswer,
  discardCreation,
  takeBack,
} from '../../../src/core/changes/manage-changes.ts';
import { pendingDeletions, waitingCreations } from '../../../src/core/changes/pending.ts';
import { createDeletion, prepareCreation } from '../../../src/core/changes/prepare-change.ts';
import { ENTITY_NAMES, type Entity, type ReplicaTable } from '../../../src/core/domain/entities.ts';
import type { Device } from '../../../src/core/outbox/deliver.ts';
import { outcomeOf } from '../../../src/core/outbox/entry.ts';
import { createQueue, retryEntry, type Queue } from '../../../src/core/outbox/queue.ts';
import { flush, type FlushOptions } from '../../../src/core/outbox/flush.ts';
import { entriesOf } from '../../../src/core/store/admin-entries.ts';
import type { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { Database } from '../../../src/core/store/database.ts';
import { pull } from '../../../src/core/sync/pull.ts';
import { createListStore, type ListStore } from '../../../src/portal/sync/list-store.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../../supabase/local/keys.ts';

export type {
  AdminBackend,
  ReplicaDatabase,
  Database,
  Entity,
  ReplicaTable as ReplicaTable,
  TokenSource,
};
export type { Creation } from '../../../src/core/domain/creation.ts';
export type { ChangeEntry, CreateEntry } from '../../../src/core/store/admin-rows.ts';
export type { NewFile } from '../../../src/core/outbox/entry.ts';
export { namesDay, officeAnswers } from '../../../src/core/domain/booking-events.ts';
export { creationPath } from '../../../src/core/domain/creation.ts';
export {
  ENTITIES,
  ENTITY_NAMES,
  REPLICA_TABLES as REPLICA_TABLES,
} from '../../../src/core/domain/entities.ts';
export { GALLERY_CATEGORIES } from '../../../src/core/domain/gallery.ts';

/** The dependencies of a flush. */
export type ChangeFlushDeps = ChangeDeps & Device & { queue: Queue };

interface Way {
  url: string;
  token: TokenSource;
  fetch: typeof globalThis.fetch;
}

export const changesCore = {
  openDatabase: (name: string) => new Database(name),
  createQueue: (db: Database, userId: string): Queue => createQueue(db, () => userId),
  createBackend: (way: Way): AdminBackend =>
    createSupabaseAdminBackend({ ...way, publishableKey: LOCAL_PUBLISHABLE_KEY }),

  createAnswer,
  discardAnswer,
  createDeletion,
  prepareCreation,
  /** A picture that needs no change. */
  preparePicture: async (originals: Parameters<PreparePicture>[0]) => {
    const [picked] = originals;
    if (!picked) throw new Error('The entry has no picture');
    const extension = picked.name.slice(picked.name.lastIndexOf('.') + 1);
    return { ok: true as const, file: { ...picked, extension } };
  },
  store: storeChange,
  flush: ({ queue, ...deps }: ChangeFlushDeps, options: FlushOptions) =>
    flush({ queue, kinds: changeKinds(deps), device: deps }, options),
  pull,

  takeBack,
  retry: (db: Database, userId: string, id: string) =>
    retryEntry(
      createQueue(db, () => userId),
      id,
    ),
  discard: discardCreation,

  /**
   * Reads a user's screens: which of these records the lists show, the queued entries, and the
   * outcomes of the entries in `asked`.
   */
  async look(
    db: Database,
    replica: ReplicaDatabase,
    userId: string,
    { among, asked, now }: Looked,
  ) {
    const entries = await entriesOf(db, userId);
    const store = listStores.get(replica) ?? createListStore(db, replica, userId);
    listStores.set(replica, store);
    await store.bringUp();
    const { tables, answers } = store.lists();
    const lists = ENTITY_NAMES.map((table) => {
      const ids = new Set(among.get(table));
      return tables[table].rows.flatMap(({ id }) => (ids.has(id) ? [id] : []));
    });
    const outcomes = await Promise.all(
      asked.map(
        async (id) =>
          [
            id,
            outcomeOf((await db.entries.get(id)) ?? (await db.receipts.get(id))) ?? WAITING,
          ] as const,
      ),
    );
    return {
      shown: new Set(lists.flat()),
      deletions: ENTITY_NAMES.flatMap((entity) =>
        pendingDeletions(entries, entity, { now, isFlushing: true }),
      ),
      creations: ENTITY_NAMES.flatMap((entity) =>
        waitingCreations(entries, entity, { now, isFlushing: true }),
      ),
      /** Includes entries that no list names. */
      waiting: entries.map(({ id }) => id),
      outcomes,
      bookings: tables.bookings.rows,
      /** Pending answers, by booking. */
      answers,
    };
  },
};

const WAITING = { outcome: 'waiting' } as const;

/** A tab's rows in memory, as long as the tab. */
const listStores = new WeakMap<ReplicaDatabase, ListStore>();

interface Looked {
  among: ReadonlyMap<Entity, readonly string[]>;
  /** Ids of entries. */
  asked: readonly string[];
  now: number;
}

export type ChangesCore = typeof changesCore;
export type Screens = Awaited<ReturnType<ChangesCore['look']>>;

import { withReopen, type Database } from '../store/database.ts';
import { ifUnchanged, readFile, revised } from './entry-store.ts';
import type { Queue } from './queue.ts';

/** The queue in IndexedDB: every change is one durable transaction. */
export function createDexieQueue(db: Database): Queue {
  const { entries, files, receipts } = db;
  const store = { db, entries, files };

  return {
    list: () => withReopen(() => entries.toArray()),

    readFile: (id) => readFile(store, id),

    async update(entry, changes) {
      const next = revised(entry, changes);
      const changed = await ifUnchanged(store, [], entry, async () => {
        await entries.put(next);
        if (next.step === 'email' && entry.file) await files.delete(entry.id);
      });
      return changed ? next : null;
    },

    settle: (entry, receipt) =>
      ifUnchanged(store, [receipts], entry, async () => {
        await receipts.put(receipt);
        await entries.delete(entry.id);
        await files.delete(entry.id);
      }),
  };
}

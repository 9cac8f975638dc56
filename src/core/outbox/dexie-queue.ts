import { withReopen, type Database } from '../store/database.ts';
import type { Entry } from '../store/rows.ts';
import type { Queue } from './queue.ts';

/** The queue in IndexedDB: every change is one durable transaction. */
export function createDexieQueue(db: Database): Queue {
  /** Runs `change` in one transaction if the entry is still as it was read. */
  const ifUnchanged = (entry: Entry, change: () => Promise<unknown>) =>
    withReopen(() =>
      db.transaction('rw', db.entries, db.files, db.receipts, async () => {
        const current = await db.entries.get(entry.id);
        if (current?.revision !== entry.revision) return false;
        await change();
        return true;
      }),
    );

  return {
    list: () => withReopen(() => db.entries.toArray()),

    readFile: async (id) => (await withReopen(() => db.files.get(id)))?.bytes ?? null,

    async update(entry, changes) {
      const next = { ...entry, ...changes, revision: entry.revision + 1 };
      const changed = await ifUnchanged(entry, async () => {
        await db.entries.put(next);
        if (next.step === 'email' && entry.file) await db.files.delete(entry.id);
      });
      return changed ? next : null;
    },

    settle: (entry, receipt) =>
      ifUnchanged(entry, async () => {
        await db.receipts.put(receipt);
        await db.entries.delete(entry.id);
        await db.files.delete(entry.id);
      }),
  };
}

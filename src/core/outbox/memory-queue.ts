import type { FileBytes, OutboxEntry, Receipt } from '../store/device-schema.ts';
import type { Fresh } from './entry.ts';
import { revised, type Queue } from './queue.ts';

/** Entries that the device could not store. They live as long as their page. */
export interface MemoryQueue extends Queue {
  add(fresh: Fresh): void;
  /** Takes an entry out, as far as it got; null for none. */
  take(id: string): Fresh | null;
  /** Calls the listener after each change; returns a function that stops. */
  subscribe(listener: () => void): () => void;
}

/** A queue over a Map, with the promises of the one on the device but for durability. */
export function createMemoryQueue(): MemoryQueue {
  const entries = new Map<string, OutboxEntry>();
  const files = new Map<string, FileBytes | null>();
  const receipts = new Map<string, Receipt>();
  const listeners = new Set<() => void>();
  const isCurrent = ({ id, revision }: OutboxEntry) => entries.get(id)?.revision === revision;
  const remove = (id: string) => {
    entries.delete(id);
    files.delete(id);
  };
  const announce = () => {
    for (const listener of listeners) listener();
  };

  return {
    add({ entry, file }) {
      receipts.delete(entry.id);
      entries.set(entry.id, entry);
      files.set(entry.id, file);
    },
    take(id) {
      const entry = entries.get(id);
      const file = files.get(id) ?? null;
      remove(id);
      return entry ? { entry, file } : null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    list: async () => [...entries.values()],
    find: async (id) => entries.get(id) ?? receipts.get(id),
    readFile: async (id) => files.get(id) ?? null,
    isCurrent: async (entry) => isCurrent(entry),
    async update(entry, changes, file) {
      if (!isCurrent(entry)) return null;
      const next = revised(entry, changes);
      entries.set(entry.id, next);
      if (file !== undefined) files.set(entry.id, file);
      announce();
      return next;
    },
    async settle(entry, receipt) {
      if (!isCurrent(entry)) return false;
      remove(entry.id);
      receipts.set(entry.id, receipt);
      announce();
      return true;
    },
  };
}

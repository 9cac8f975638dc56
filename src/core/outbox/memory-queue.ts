import type { Entry, Receipt } from '../store/rows.ts';
import type { Queue } from './queue.ts';

/**
 * A queue of one, for a browser that can't store anything: it lives as long as its page, and lets the same flush send
 * the submission while there is a connection. `onChange` hears of every checkpoint, and of the receipt at the end.
 */
export function createMemoryQueue(first: Entry, bytes: ArrayBuffer | null, onChange: (now: Entry | Receipt) => void): Queue {
  let entry: Entry | null = first;
  return {
    list: async () => (entry ? [entry] : []),
    readFile: async () => bytes,
    async update(old, changes) {
      if (entry?.revision !== old.revision) return null;
      entry = { ...old, ...changes, revision: old.revision + 1 };
      onChange(entry);
      return entry;
    },
    async settle(old, receipt) {
      if (entry?.revision !== old.revision) return false;
      entry = null;
      onChange(receipt);
      return true;
    },
  };
}

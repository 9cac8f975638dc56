import { acceptWaiting } from './event-loop.ts';

/**
 * Queued items, taken round-robin over the keys and in order within a key. Keys are nested from
 * wide to narrow.
 */
class Turns<T> {
  readonly #items: T[] = [];
  readonly #narrower = new Map<string, Turns<T>>();

  add([key, ...keys]: readonly string[], item: T): void {
    if (key === undefined) {
      this.#items.push(item);
      return;
    }
    const turns = this.#narrower.get(key) ?? new Turns<T>();
    this.#narrower.set(key, turns);
    turns.add(keys, item);
  }

  take(): T | undefined {
    const [first] = this.#narrower;
    if (first === undefined) return this.#items.shift();
    const [key, turns] = first;
    const item = turns.take();
    this.#narrower.delete(key);
    if (!turns.#isEmpty()) this.#narrower.set(key, turns);
    return item;
  }

  #isEmpty(): boolean {
    return this.#items.length === 0 && this.#narrower.size === 0;
  }
}

/**
 * Runs work for the sender named by the keys, from wide to narrow. A failure rejects its own caller
 * only.
 */
export type FairQueue = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue that runs one piece of work at a time, round-robin over senders. The event loop
 * gets a turn in between.
 */
export function createFairQueue(): FairQueue {
  const waiting = new Turns<() => void>();
  let isBusy = false;

  // Accept connections even if the queue is empty: without a turn, work that never yields would
  // delay them all.
  async function next(): Promise<void> {
    await acceptWaiting();
    const start = waiting.take();
    if (start === undefined) isBusy = false;
    else start();
  }

  return async (keys, work) => {
    if (isBusy) await new Promise<void>((start) => waiting.add(keys, start));
    isBusy = true;
    try {
      return await work();
    } finally {
      void next();
    }
  };
}

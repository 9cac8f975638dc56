import { acceptWaiting } from './event-loop.ts';

/** Items that wait, taken in turns: one of each key after the other, and those of one key in their order. Keys go from wide to narrow. */
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

/** Runs work for the sender that the keys name, from wide to narrow. A failure reaches its own caller only. */
export type FairQueue = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

/** Runs one piece of work at a time, in turns between senders. Other events of the process get their turn between two pieces. */
export function createFairQueue(): FairQueue {
  const waiting = new Turns<() => void>();
  let isBusy = false;

  // Also when nobody waits: work may need no event of the loop, which may have a thousand requests to hand over before its next turn.
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

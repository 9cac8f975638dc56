/** Runs one piece of work at a time, in the order asked for. A failure reaches its own caller only. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes a queue of its own; work of different queues runs side by side. */
export function createExclusive(): Exclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

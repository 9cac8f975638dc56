/**
 * Passes the first item on at once, and those of each following pause together: a screen reader reads
 * each message.
 */
export function inBatches<T>(pauseMs: number, pass: (items: readonly T[]) => void) {
  let gathered: T[] | null = null;
  const rest = () => {
    gathered = [];
    setTimeout(() => {
      const items = gathered ?? [];
      gathered = null;
      if (items.length === 0) return;
      pass(items);
      rest();
    }, pauseMs);
  };
  return (item: T): void => {
    if (gathered) return void gathered.push(item);
    pass([item]);
    rest();
  };
}

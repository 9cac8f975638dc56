/** Runs `work` for all items, at most `atOnce` at a time. */
export async function sideBySide<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const left = [...all];
  const results: R[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift())
        results.push(await work(next));
    }),
  );
  return results;
}

interface Enough<R> {
  /** The minimum of the sum of `amountOf`. */
  count: number;
  amountOf: (result: R) => number;
  /** About the amount of one run. */
  each: number;
  atOnce: number;
  /** The number of the only run; null for as many as it takes. */
  only: number | null;
}

/** Runs `work`, numbered from 0, until the results amount to `count`. */
export async function untilEnough<R>(
  { count, amountOf, each, atOnce, only }: Enough<R>,
  work: (index: number) => Promise<R>,
): Promise<R[]> {
  if (only !== null) return [await work(only)];
  const results: R[] = [];
  const lacking = () => count - results.reduce((sum, result) => sum + amountOf(result), 0);
  for (let next = 0; lacking() > 0;) {
    const numbers = Array.from({ length: Math.ceil(lacking() / each) }, () => next++);
    results.push(...(await sideBySide(numbers, atOnce, work)));
  }
  return results;
}

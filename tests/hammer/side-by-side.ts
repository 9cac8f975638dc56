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

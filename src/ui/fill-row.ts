const MIN_ITEMS = 6;

/** Repeats a list until it has at least six items, so that a moving row is wider than its frame. */
export function fillRow<T>(items: readonly T[]): T[] {
  const times = items.length === 0 ? 0 : Math.ceil(MIN_ITEMS / items.length);
  return Array.from({ length: times }, () => items).flat();
}

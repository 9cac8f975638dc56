/** The longest slice of work on the page's thread. */
const SLICE_MS = 12;

/**
 * Calls `act` for each item, in slices between which the page responds. False when `signal` stopped
 * it.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  act: (item: Item) => unknown,
  signal?: AbortSignal,
): Promise<boolean> {
  let end = performance.now() + SLICE_MS;
  for (const item of items) {
    if (performance.now() >= end) {
      await new Promise((resolve) => setTimeout(resolve));
      end = performance.now() + SLICE_MS;
    }
    if (signal?.aborted) return false;
    act(item);
  }
  return true;
}

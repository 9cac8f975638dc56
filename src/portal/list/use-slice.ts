import { useMemo, useState } from 'react';

/** The number of rows that a list starts with, and by which it grows. */
const STEP = 50;
/** How many of the first fifty are above the row at which a list opens. */
const ABOVE = 20;

/** The rows of a list that are in the document. */
export interface Slice<Row> {
  shown: readonly Row[];
  hasAbove: boolean;
  hasBelow: boolean;
  showAbove: () => void;
  showBelow: () => void;
}

interface SliceOptions {
  /** The row at which the list opens, by `placeOf`; null for its beginning. */
  from: string | null;
  /** Another search or filter begins again. */
  matches: unknown;
  /** And so does another order. */
  isArranged: boolean;
}

/**
 * The first fifty rows of a list, or those around the row at which it opens, and fifty more on
 * request.
 */
export function useSlice<Row extends { id: string }>(
  rows: readonly Row[],
  { from, matches, isArranged }: SliceOptions,
): Slice<Row> {
  const below = from === null ? STEP : STEP - ABOVE;
  const beginning = { place: 0, above: ABOVE, below, matches, isArranged };
  const [stored, setStored] = useState(beginning);
  const isSameList = stored.matches === matches && stored.isArranged === isArranged;
  const last = isSameList ? stored : beginning;
  const found = useMemo(
    () => (from === null ? 0 : rows.findIndex(({ id }) => id.startsWith(from))),
    [rows, from],
  );
  // A row that was deleted leaves its place to the next one.
  const now = found < 0 || found === last.place ? last : { ...last, place: found };
  if (now !== stored) setStored(now);

  const start = Math.max(0, now.place - now.above);
  const end = now.place + now.below;
  return {
    shown: useMemo(() => rows.slice(start, end), [rows, start, end]),
    hasAbove: start > 0,
    hasBelow: end < rows.length,
    showAbove: () => setStored({ ...now, above: now.above + STEP }),
    showBelow: () => setStored({ ...now, below: now.below + STEP }),
  };
}

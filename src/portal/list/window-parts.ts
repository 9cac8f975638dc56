import { keyAt, type Ids } from '../../core/domain/ids.ts';

/**
 * The most pixels of a part. Browsers cut off taller elements, Firefox near 17.9 million pixels,
 * and each measured row moves all after it.
 */
const TALLEST = 10_000_000;
/** The number of rows before a part's end at which the next part replaces it. */
const NEAR_END = 200;
/** Rows are read in pages, one page ahead. */
const PAGE = 25;

/** Part of a list that would be too tall as a whole. Places and indexes count from 0. */
export interface ListPart {
  /** The place in the list of its first row. */
  first: number;
  /** How many rows it has. */
  size: number;
  /** How many rows the list has. */
  count: number;
}

/** The rows of a part by index: their ids, and their keys. */
export interface PartRows {
  idAt: (index: number) => string;
  keyAt: (index: number) => string | number;
  /** -1 for a row of another part. */
  indexOf: (id: string) => number;
}

/** Rows of a list, from a place on. Makes an id's text only on request. */
export const rowsOfPart = (ids: Ids, first: number, size: number): PartRows => ({
  idAt: (index) => ids.at(first + index) ?? '',
  keyAt: (index) => keyAt(ids, first + index),
  indexOf: (id) => {
    const index = ids.indexOf(id) - first;
    return index >= 0 && index < size ? index : -1;
  },
});

/** The number of rows in a part, each this many pixels high with the gap below. */
export const partSize = (count: number, height: number): number =>
  Math.min(count, Math.floor(TALLEST / height));

/** Where a part with a place in its middle begins. */
export const beginAround = (place: number, { size, count }: Omit<ListPart, 'first'>): number =>
  Math.max(0, Math.min(place - Math.floor(size / 2), count - size));

/**
 * Where the next part begins while these rows of a part are on the screen; null while the part
 * stays.
 */
export function nextBegin(
  { first, size, count }: ListPart,
  { startIndex, endIndex }: { startIndex: number; endIndex: number },
): number | null {
  const nearEnd = Math.min(NEAR_END, size / 4);
  if (endIndex > size - nearEnd && first + size < count) return first + Math.floor(size / 2);
  if (startIndex < nearEnd && first > 0) return Math.max(0, first - Math.floor(size / 2));
  return null;
}

/**
 * The places to read while those from `start` to `end` are on the screen: from `first`, before
 * `last`.
 */
export const pagesAround = (start: number, end: number): { first: number; last: number } => ({
  first: Math.max(0, (Math.floor(start / PAGE) - 1) * PAGE),
  last: (Math.floor(end / PAGE) + 2) * PAGE,
});

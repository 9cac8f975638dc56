import { keyAt, type Ids } from '../../core/domain/ids.ts';

/** A part is so tall at most. Browsers cut off what is taller, Firefox near 17.9 million pixels, and each row that is measured has all after it placed anew. */
const TALLEST = 10_000_000;
/** How many rows before a part's end the next one takes its place. */
const NEAR_END = 200;
/** Rows are read in pages, and a page ahead. */
const PAGE = 25;

/** Part of a list which as a whole would be too tall for a browser. Places and indexes count from 0. */
export interface ListPart {
  /** The place in the list of its first row. */
  first: number;
  /** How many rows it has. */
  size: number;
  /** How many rows the list has. */
  count: number;
}

/** The rows of a part by their index in it: their ids, and what tells them apart. */
export interface PartRows {
  idAt: (index: number) => string;
  keyAt: (index: number) => string | number;
  /** -1 for a row of another part. */
  indexOf: (id: string) => number;
}

/** So many rows of a list, from a place on. No text is made of an id before it is asked for. */
export const rowsOfPart = (ids: Ids, first: number, size: number): PartRows => ({
  idAt: (index) => ids.at(first + index) ?? '',
  keyAt: (index) => keyAt(ids, first + index),
  indexOf: (id) => {
    const index = ids.indexOf(id) - first;
    return index >= 0 && index < size ? index : -1;
  },
});

/** How many rows a part of a list has, all of them so many pixels high with the gap below. */
export const partSize = (count: number, height: number): number =>
  Math.min(count, Math.floor(TALLEST / height));

/** Where a part begins that has a place in its middle. */
export const beginAround = (place: number, { size, count }: Omit<ListPart, 'first'>): number =>
  Math.max(0, Math.min(place - Math.floor(size / 2), count - size));

/** Where the next part begins once these of the rows of one are on the screen; null while it goes on. */
export function nextBegin(
  { first, size, count }: ListPart,
  { startIndex, endIndex }: { startIndex: number; endIndex: number },
): number | null {
  const nearEnd = Math.min(NEAR_END, size / 4);
  if (endIndex > size - nearEnd && first + size < count) return first + Math.floor(size / 2);
  if (startIndex < nearEnd && first > 0) return Math.max(0, first - Math.floor(size / 2));
  return null;
}

/** The places that are read while those from `start` to `end` are on the screen: from `first` on, before `last`. */
export const pagesAround = (start: number, end: number): { first: number; last: number } => ({
  first: Math.max(0, (Math.floor(start / PAGE) - 1) * PAGE),
  last: (Math.floor(end / PAGE) + 2) * PAGE,
});

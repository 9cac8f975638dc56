import { PAGE_ROWS, type CopiedRow, type RowOf } from '../server/admin-backend.ts';
import { COPY_PARTS, type CopyPart, type KeptTable, type RowPlace } from '../domain/entities.ts';
import type { Cursor, Filling } from '../store/admin-rows.ts';

/** A first copy that is to be begun, on this day. */
export const fillingFrom = (fromDay: string): Filling => ({
  fromDay,
  rows: 0,
  parts: COPY_PARTS.map((part) => ({ part, after: null, left: null })),
});

/**
 * A first copy after one more page of its next part; null when all is here. `total` counts the part, where that is known. What is
 * coming goes on to its end; the others take turns, so that the newest of every list are here soon.
 */
export function filledFurther(
  filling: Filling,
  page: readonly CopiedRow[],
  total: number | null,
): Filling | null {
  const [current, ...others] = filling.parts;
  const last = page.at(-1);
  if (!current) return null;
  const { part } = current;
  const left = Math.max(0, (total ?? current.left ?? 0) - page.length);
  const next =
    page.length === PAGE_ROWS && last ? [{ part, after: placeOf(part, last), left }] : [];
  const parts = part === 'coming' ? [...next, ...others] : [...others, ...next];
  return parts.length > 0 ? { ...filling, parts, rows: filling.rows + page.length } : null;
}

const placeOf = (part: CopyPart, row: CopiedRow): RowPlace => ({
  id: row.id,
  at: part === 'coming' ? (row as RowOf<'bookings'>).preferred_date : row.created_at,
});

export const tableOfPart = (part: CopyPart): KeptTable => (part === 'coming' ? 'bookings' : part);

/** True when all rows of a table are here, as of the last agreement. */
export const isAllHere = ({ pulledAt, filling }: Cursor, table: KeptTable): boolean =>
  pulledAt !== null && !filling?.parts.some(({ part }) => tableOfPart(part) === table);

/** True when all bookings for a day, `YYYY-MM-DD`, are here, as of the last agreement: those to come are, before the rest. */
export function isDayHere(cursor: Cursor, day: string): boolean {
  const { pulledAt, filling } = cursor;
  if (isAllHere(cursor, 'bookings')) return true;
  return (
    pulledAt !== null &&
    filling !== null &&
    day >= filling.fromDay &&
    !filling.parts.some(({ part }) => part === 'coming')
  );
}

/** How many rows of a first copy are here, and of how many; null while that is not known. */
export interface Progress {
  rows: number;
  of: number | null;
}

export function progressOf({ rows, parts }: Filling): Progress {
  const isKnown = parts.every(({ left }) => left !== null);
  return { rows, of: isKnown ? parts.reduce((sum, { left }) => sum + (left ?? 0), rows) : null };
}

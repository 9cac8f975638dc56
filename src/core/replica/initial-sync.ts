import { PAGE_ROWS, type ReplicaRow, type RowOf } from '../server/admin-backend.ts';
import {
  REPLICA_PARTS,
  type ReplicaPart,
  type ReplicaTable,
  type RowPlace,
} from '../domain/entities.ts';
import type { Cursor, InitialSync } from '../store/replica-schema.ts';

/** The start of an initial sync on this day. */
export const initialSyncFrom = (fromDay: string): InitialSync => ({
  fromDay,
  rows: 0,
  parts: REPLICA_PARTS.map((part) => ({ part, after: null, left: null })),
});

/**
 * An initial sync after one more page of its next part; null when it is complete. `total` counts
 * the part, if known. Coming bookings are read to their end; the other parts take turns, so that
 * the newest rows of every list arrive soon.
 */
export function syncedFurther(
  initialSync: InitialSync,
  page: readonly ReplicaRow[],
  total: number | null,
): InitialSync | null {
  const [current, ...others] = initialSync.parts;
  const last = page.at(-1);
  if (!current) return null;
  const { part } = current;
  const left = Math.max(0, (total ?? current.left ?? 0) - page.length);
  const next =
    page.length === PAGE_ROWS && last ? [{ part, after: placeOf(part, last), left }] : [];
  const parts = part === 'coming' ? [...next, ...others] : [...others, ...next];
  return parts.length > 0 ? { ...initialSync, parts, rows: initialSync.rows + page.length } : null;
}

const placeOf = (part: ReplicaPart, row: ReplicaRow): RowPlace => ({
  id: row.id,
  at: part === 'coming' ? (row as RowOf<'bookings'>).preferred_date : row.created_at,
});

export const tableOfPart = (part: ReplicaPart): ReplicaTable =>
  part === 'coming' ? 'bookings' : part;

/** True when all rows of a table are here, as of the last sync. */
export const isAllHere = ({ pulledAt, initialSync }: Cursor, table: ReplicaTable): boolean =>
  pulledAt !== null && !initialSync?.parts.some(({ part }) => tableOfPart(part) === table);

/**
 * True when all bookings for a day, `YYYY-MM-DD`, are here, as of the last sync: coming ones arrive
 * before the rest.
 */
export function isDayHere(cursor: Cursor, day: string): boolean {
  const { pulledAt, initialSync } = cursor;
  if (isAllHere(cursor, 'bookings')) return true;
  return (
    pulledAt !== null &&
    initialSync !== null &&
    day >= initialSync.fromDay &&
    !initialSync.parts.some(({ part }) => part === 'coming')
  );
}

/** The rows of an initial sync that are here, and their total; null while unknown. */
export interface Progress {
  rows: number;
  of: number | null;
}

export function progressOf({ rows, parts }: InitialSync): Progress {
  const isKnown = parts.every(({ left }) => left !== null);
  return { rows, of: isKnown ? parts.reduce((sum, { left }) => sum + (left ?? 0), rows) : null };
}

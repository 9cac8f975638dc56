import { referenceOf } from '../core.ts';
import type { Office } from '../oracle.ts';
import type { Gateway } from './gateway.ts';

/** A screen may be so much behind what is on the device. */
export const LOOK_BACK_MS = 10_000;

/** What is on a screen names a record by its reference alone. */
export interface References {
  /** Whether the server had called it stored at that time. */
  wasStored(gateway: Gateway, reference: string, at: number): boolean;
}

export const references: References = {
  wasStored: ({ storedAt }, reference, at) =>
    [...storedAt].some(([id, since]) => since <= at && referenceOf(id) === reference),
};

/** The office as people name its records. */
export function byReference({ rows, files, mailed }: Office): Office {
  const named = [...rows].map(
    ([email, ofOne]) => [email, ofOne.map((row) => ({ ...row, id: referenceOf(row.id) }))] as const,
  );
  return { rows: new Map(named), files, mailed: new Set([...mailed].map(referenceOf)) };
}

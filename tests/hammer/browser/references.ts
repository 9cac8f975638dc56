import { referenceOf } from '../../../src/core/domain/reference.ts';
import type { Office } from '../findings/submissions.ts';
import type { Gateway } from './gateway.ts';

/** The accepted delay between the device's state and its screen. */
export const REREAD_MS = 10_000;

/** Screens name records by reference only. */
export interface References {
  /** Whether the server had confirmed the record by then. */
  wasStored(gateway: Gateway, reference: string, at: number): boolean;
}

export const references: References = {
  wasStored: ({ storedAt }, reference, at) =>
    [...storedAt].some(([id, since]) => since <= at && referenceOf(id) === reference),
};

/** The office with references instead of ids. */
export function byReference({ rows, files, mailed }: Office): Office {
  const named = [...rows].map(
    ([email, ofOne]) => [email, ofOne.map((row) => ({ ...row, id: referenceOf(row.id) }))] as const,
  );
  return { rows: new Map(named), files, mailed: new Set([...mailed].map(referenceOf)) };
}

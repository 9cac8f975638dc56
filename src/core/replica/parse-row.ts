import type { ReplicaTable } from '../domain/entities.ts';
import type { ReplicaRow } from '../server/admin-backend.ts';
import type { StoredRow } from '../store/replica-schema.ts';

/**
 * The fields that a row of a former release lacks, because no pull has brought the row again since.
 * A migration that adds a field of a row adds its default here.
 */
const DEFAULTS: { readonly [T in ReplicaTable]?: Partial<ReplicaRow<T>> } = {
  bookings: { events: [], service: null, size: null, frequency: null },
};

/** A stored row as it enters memory, with every field of this release. */
export const parseRow = ({ table, row }: StoredRow): ReplicaRow =>
  ({ ...DEFAULTS[table], ...(row as object) }) as ReplicaRow;

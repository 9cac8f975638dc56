import type { Entity } from '../../core/domain/entities.ts';
import { createDeletion } from '../../core/mutations/deletion.ts';
import type { RemovedRow } from '../../core/mutations/row-removal.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { administrator } from '../../runtime/auth/session.ts';
import { NOBODY, sendAll } from '../send-entries.ts';
import { currentLists } from '../sync/use-lists.ts';

/** The visits on this device that the server deletes with these bookings. */
function visitsWith(rows: readonly RemovedRow[]): RemovedRow[] {
  const removed = new Set(rows.map(({ id }) => id));
  return currentLists()
    .tables.bookings.rows.filter(
      ({ id, series }) => series !== null && removed.has(series) && !removed.has(id),
    )
    .map(({ id }) => ({ id, path: null }));
}

/**
 * Deletes rows and their files, and the visits of bookings: hidden at once, and deleted on the server
 * once it agrees. `id`: the deletion's, while it waits.
 */
export async function removeRows(entity: Entity, rows: RemovedRow[], id: string): Promise<Outcome> {
  const user = administrator();
  if (!user) return NOBODY;
  const all = entity === 'bookings' ? [...rows, ...visitsWith(rows)] : rows;
  const [outcome = NOBODY] = await sendAll([createDeletion(entity, all, user.id, Date.now(), id)]);
  return outcome;
}

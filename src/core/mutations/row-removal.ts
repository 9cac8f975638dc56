import { ENTITIES, type Entity } from '../domain/entities.ts';
import { smallPicture } from '../domain/gallery.ts';
import { newEntry } from '../outbox/entry.ts';
import type { AdminBackend } from '../server/admin-backend.ts';
import type { SendResult } from '../server/backend.ts';
import type { AdminEntry } from './admin-mutation.ts';

/** A row to remove, with the path of its file. */
export interface RemovedRow {
  id: string;
  path: string | null;
}

export async function removeFiles(
  entity: Entity,
  rows: readonly RemovedRow[],
  backend: AdminBackend,
): Promise<SendResult> {
  const { files } = ENTITIES[entity];
  const paths = rows.flatMap(({ path }) => path ?? []);
  if (!files || paths.length === 0) return { outcome: 'accepted' };
  if (entity === 'gallery_images') {
    const small = await backend.removeFiles(files.bucket, paths.map(smallPicture));
    if (small.outcome !== 'accepted') return small;
  }
  return backend.removeFiles(files.bucket, paths);
}

/** The removal of a discarded addition, of which the server may have parts. */
export interface WithdrawalEntry extends AdminEntry<'row'> {
  kind: 'withdrawal';
  entity: Entity;
  row: RemovedRow;
}

export const createWithdrawal = (
  entity: Entity,
  row: RemovedRow,
  userId: string,
  now: number,
): WithdrawalEntry => ({
  ...newEntry('withdrawal', userId, now),
  entity,
  row,
  file: null,
  step: 'row',
});

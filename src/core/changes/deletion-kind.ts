import type { AdminBackend } from '../server/admin-backend.ts';
import type { SendResult } from '../server/backend.ts';
import { ENTITIES, type Entity } from '../domain/entities.ts';
import { smallPicture } from '../domain/gallery.ts';
import { triesOf } from '../outbox/entry.ts';
import type { Kind, StepFailure, StepResult } from '../outbox/kind.ts';
import { readPayload } from '../outbox/queue.ts';
import { changeRateLimit, rowCount, rowsOf, STEP_ROWS } from '../store/admin-entries.ts';
import type { ChangeReceipt, DeletedRow, DeleteEntry } from '../store/admin-rows.ts';
import { ifReadable } from '../store/database.ts';
import { applyConfirmed } from '../store/replica-database.ts';
import type { ChangeDeps } from './change-deps.ts';
import { checkRole, failureOf, forbidden } from './check-role.ts';

/**
 * An administrator's deletion: it removes its rows, a thousand a step, each row's file before it. A
 * refusal ends it, and its remaining rows show again.
 */
export const deletionKind = (deps: ChangeDeps): Kind<DeleteEntry> => ({
  steps: stepsOf,
  // Storage refuses silently, so the role is checked before the first file is removed.
  objection: ({ userId }) => checkRole(deps.backendOf(userId), FORBIDDEN),
  async perform(entry, { queue, lastRetry }) {
    const rows = await readPayload(entry, lastRetry, () => rowsOf(entry, queue.readFile));
    return removeStep(entry, rows, deps.backendOf(entry.userId));
  },
  rateLimit: changeRateLimit,
  refused: () => 'end',
  async follow(entry, refusal, _, { queue }) {
    const replica = deps.replicaOf(entry.userId);
    if (!replica) return;
    // If they cannot be read, the replica follows with the next pull.
    const rows = (await ifReadable(rowsOf(entry, queue.readFile))) ?? [];
    const gone = refusal ? rows.slice(0, entry.step) : rows;
    await applyConfirmed(replica, { table: entry.entity, gone, row: undefined });
  },
  receipt: (entry) =>
    ({
      entity: entry.entity,
      count: rowCount(entry),
      ofDiscarded: entry.ofDiscarded === true,
    }) satisfies Partial<ChangeReceipt>,
});

/** The remaining steps, each as its first row. */
function stepsOf(entry: DeleteEntry): number[] {
  const left = Math.ceil((rowCount(entry) - entry.step) / STEP_ROWS);
  return Array.from({ length: left }, (_, index) => entry.step + index * STEP_ROWS);
}

async function removeStep(
  entry: DeleteEntry,
  rows: DeletedRow[] | null,
  backend: AdminBackend,
): Promise<StepResult<DeleteEntry>> {
  if (!rows) return ROWS_LOST;
  const { entity, step, ofDiscarded } = entry;
  const those = rows.slice(step, step + STEP_ROWS);
  if (ofDiscarded) return withdraw(entry, those, backend);
  const files = await removeFiles(entity, those, backend);
  return files.outcome === 'accepted' ? backend.deleteRows(entity, idsOf(those)) : files;
}

const ROWS_LOST: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'What was to be deleted is no longer on this device. Select it again.',
};

/** Rows that remain after this many attempts were refused silently. */
const LEFT_TRIES = 3;

/**
 * Parts of a discarded creation may still arrive. Rows first: once they are withdrawn, a late file
 * is refused as well.
 */
async function withdraw(
  entry: DeleteEntry,
  rows: DeletedRow[],
  backend: AdminBackend,
): Promise<StepResult<DeleteEntry>> {
  const { entity } = entry;
  const withdrawn = await backend.withdrawRows(entity, idsOf(rows));
  const removed =
    withdrawn.outcome === 'accepted' ? await removeFiles(entity, rows, backend) : withdrawn;
  if (removed.outcome !== 'accepted') return removed;

  // A withdrawal returns nothing, so the remaining rows are read.
  const left = await backend.findRows(entity, idsOf(rows));
  if (left.outcome !== 'answered') return failureOf(left);
  // Without the role no row is visible either.
  const objection = await checkRole(backend, FORBIDDEN);
  if (objection || left.value.length === 0) return objection ?? { outcome: 'accepted' };
  // An intermediary may have answered in the server's place.
  return triesOf(entry) + 1 < LEFT_TRIES ? { outcome: 'retry', reason: 'server' } : FORBIDDEN;
}

async function removeFiles(
  entity: Entity,
  rows: DeletedRow[],
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

const idsOf = (rows: DeletedRow[]) => rows.map(({ id }) => id);

const FORBIDDEN = forbidden(
  'You do not have permission to delete this. Ask another administrator to check your role.',
);

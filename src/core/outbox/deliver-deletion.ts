import type { AdminBackend, Answered } from '../backend/admin-backend.ts';
import { ENTITIES } from '../domain/entities.ts';
import type { DeleteEntry } from '../store/admin-rows.ts';
import { endTry, type AdminDeliveryDeps, type AdminFailure } from './admin-delivery.ts';
import type { Delivery } from './run-queue.ts';

/** As many ids as fit into an address. */
const CHUNK = 100;

const FORBIDDEN: AdminFailure = {
  outcome: 'rejected',
  reason: 'forbidden',
  message: 'You do not have permission to delete this. Ask another administrator to check your role.',
};

/**
 * Deletes an entry's rows, a hundred at a time, each row's file before it, with a durable checkpoint after each hundred.
 * Row-level security refuses silently, so the role is asked for before the first file goes, and what is left after each hundred.
 */
export async function deliverDeletion(entry: DeleteEntry, deps: AdminDeliveryDeps): Promise<Delivery> {
  const { queue, backend, now } = deps;
  let current = await queue.update(entry, { sendingSince: now() });
  if (!current) return 'superseded';
  const unable = await checkRole(backend);
  if (unable) return endTry(current, unable, deps);

  // From here on it can't be taken back: something may be gone.
  current = await queue.update(current, { attempted: true });
  while (current && current.done < current.rows.length) {
    const chunk = current.rows.slice(current.done, current.done + CHUNK);
    const failure = await removeRows(current, chunk, backend);
    if (failure) return endTry(current, failure, deps);
    current = await queue.update(current, { done: current.done + chunk.length, attempts: 0, retry: null });
  }
  if (!current || !(await queue.settleDeletion(current))) return 'superseded';
  deps.onDecided?.(current, { outcome: 'done' });
  return 'settled';
}

/** Null when the rows and their files are gone from the server. */
async function removeRows({ entity }: DeleteEntry, rows: DeleteEntry['rows'], backend: AdminBackend): Promise<AdminFailure | null> {
  const { files } = ENTITIES[entity];
  const paths = rows.flatMap(({ path }) => path ?? []);
  if (files && paths.length > 0) {
    const removed = await backend.removeFiles(files.bucket, paths);
    if (removed.outcome !== 'accepted') return removed;
  }
  const ids = rows.map(({ id }) => id);
  const deleted = await backend.deleteRows(entity, ids);
  if (deleted.outcome !== 'accepted') return deleted;

  const left = await backend.findRows(entity, ids);
  if (left.outcome !== 'answered') return failureOf(left);
  // Who has lost the role sees nothing left either.
  return left.value.length > 0 ? FORBIDDEN : checkRole(backend);
}

async function checkRole(backend: AdminBackend): Promise<AdminFailure | null> {
  const role = await backend.isAdmin();
  if (role.outcome !== 'answered') return failureOf(role);
  return role.value ? null : FORBIDDEN;
}

const failureOf = (answer: Exclude<Answered<unknown>, { outcome: 'answered' }>): AdminFailure =>
  answer.outcome === 'rejected' ? { ...answer, reason: 'refused' } : answer;

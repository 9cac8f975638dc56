import { ENTITIES } from '../domain/entities.ts';
import type { CreateEntry } from '../store/admin-rows.ts';
import { endTry, type AdminDeliveryDeps, type AdminFailure } from './admin-delivery.ts';
import { rowOf } from './admin-entry.ts';
import { begun } from './attempt.ts';
import type { Delivery } from './run-queue.ts';
import { timeoutOf } from './timeouts.ts';

const FILE_LOST: AdminFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'The picture is no longer on this device. Discard this and add it again.',
};

/** Uploads a creation's file, then inserts its row, with a durable checkpoint between them. */
export async function deliverCreation(entry: CreateEntry, deps: AdminDeliveryDeps): Promise<Delivery> {
  let current = await deps.queue.update(entry, begun(entry, deps));
  while (current) {
    const result = current.step === 'file' ? await uploadFile(current, deps) : await insertRow(current, deps);
    if (result.outcome !== 'accepted') return endTry(current, result, deps);
    if (current.step === 'row') return settle(current, deps);
    current = await deps.queue.update(current, { step: 'row', attempted: true, attempts: 0, retry: null });
  }
  return 'superseded';
}

type Result = { outcome: 'accepted' } | AdminFailure;

const insertRow = (entry: CreateEntry, { backend }: AdminDeliveryDeps): Promise<Result> =>
  backend.insertRow(entry.creation.entity, rowOf(entry, backend.publicUrl));

async function uploadFile(entry: CreateEntry, { queue, backend, onUpload }: AdminDeliveryDeps): Promise<Result> {
  const { files } = ENTITIES[entry.creation.entity];
  const bytes = await queue.readFile(entry.id);
  if (!files || !entry.file || !bytes) return FILE_LOST;
  const { path, type } = entry.file;
  return backend.uploadPicture(files.bucket, { path, type, bytes }, timeoutOf(entry, 'page'), (sent) => onUpload?.(entry.id, sent));
}

async function settle(entry: CreateEntry, { queue, backend, now, onDecided }: AdminDeliveryDeps): Promise<Delivery> {
  // Written as the server writes times, so that the two sort together.
  const created_at = new Date(now()).toISOString().replace('Z', '+00:00');
  const row = { ...rowOf(entry, backend.publicUrl), created_at, rev: 0 };
  if (!(await queue.settleCreation(entry, row))) return 'superseded';
  onDecided?.(entry, { outcome: 'done' });
  return 'settled';
}

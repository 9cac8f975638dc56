import type { AdminBackend } from '../server/admin-backend.ts';
import type { OutgoingFile, SendResult } from '../server/backend.ts';
import { CREATIONS } from '../domain/creation.ts';
import { ENTITIES } from '../domain/entities.ts';
import { smallPicture } from '../domain/gallery.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import { triesOf } from '../outbox/entry.ts';
import type { Kind, StepFailure, StepResult } from '../outbox/kind.ts';
import { readPayload } from '../outbox/queue.ts';
import { changeRateLimit } from '../store/admin-entries.ts';
import type { ChangeReceipt, CreateEntry } from '../store/admin-rows.ts';
import { applyConfirmed } from '../store/replica-database.ts';
import type { ChangeDeps, PreparePicture } from './change-deps.ts';
import { joined, rowOf, separated, withPicture } from './prepare-change.ts';

/** An administrator's addition to a list: it prepares and uploads its picture, then inserts its row. */
export const creationKind = (deps: ChangeDeps): Kind<CreateEntry> => ({
  steps: stepsOf,
  recordStep: 'row',
  localStep: 'prepare',
  async perform(entry, { queue, lastRetry }) {
    const { id, userId, creation, step } = entry;
    const backend = deps.backendOf(userId);
    if (step === 'row') return backend.insertRow(creation.entity, rowOf(entry, backend.publicUrl));
    const bytes = await readPayload(entry, lastRetry, () => queue.readFile(id));
    return step === 'prepare'
      ? prepare(entry, bytes, deps.preparePicture)
      : uploadFile(entry, bytes, backend, deps);
  },
  rateLimit: changeRateLimit,
  async follow(entry, refusal, now) {
    const { userId, creation } = entry;
    const replica = deps.replicaOf(userId);
    if (!replica || refusal) return;
    const row = savedRowOf(entry, deps.backendOf(userId), now);
    await applyConfirmed(replica, { table: creation.entity, gone: [], row });
  },
  receipt: ({ creation }) => ({ entity: creation.entity }) satisfies Partial<ChangeReceipt>,
});

function stepsOf({ step, file }: CreateEntry): readonly CreateEntry['step'][] {
  if (step === 'prepare') return ['prepare', 'file', 'row'];
  return file ? ['file', 'row'] : ['row'];
}

/** A page that was killed this often while it prepared a picture has too little memory for it. */
const PREPARE_TRIES = 3;

/**
 * Prepares an entry's picture. A step of its own: the file's path is stored before the file can be
 * on the server.
 */
export async function prepare(
  entry: CreateEntry,
  bytes: ArrayBuffer | null,
  preparePicture: PreparePicture,
): Promise<StepResult<CreateEntry>> {
  const { picture } = CREATIONS[entry.creation.entity];
  if (!picture || !entry.originals || !bytes) return FILE_LOST;
  if (triesOf(entry) >= PREPARE_TRIES) return TOO_LARGE_FOR_DEVICE;
  const prepared = await preparePicture(separated(entry.originals, bytes), picture);
  if (!prepared.ok) return { outcome: 'rejected', reason: 'file-lost', message: prepared.message };
  return {
    outcome: 'accepted',
    changes: withPicture(entry, prepared.file),
    bytes: joined(prepared.file.bytes, ...(prepared.small ? [prepared.small] : [])),
  };
}

const TOO_LARGE_FOR_DEVICE: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message:
    'This device could not open the picture. Discard this, and add it smaller or from another device.',
};

async function uploadFile(
  { id, creation, file }: CreateEntry,
  bytes: ArrayBuffer | null,
  backend: AdminBackend,
  { onUpload }: ChangeDeps,
): Promise<SendResult> {
  const { files } = ENTITIES[creation.entity];
  if (!files || !file || !bytes) return FILE_LOST;
  const { path, type, size } = file;
  const upload = (part: OutgoingFile, onSent?: (sentBytes: number) => void) =>
    backend.uploadPicture(files.bucket, part, requestTimeout(file, 'page'), onSent);
  const small = bytes.slice(size);
  if (small.byteLength > 0) {
    const sent = await upload({ path: smallPicture(path), type, bytes: small });
    if (sent.outcome !== 'accepted') return sent;
  }
  return upload({ path, type, bytes: bytes.slice(0, size) }, (now) => onUpload?.(id, now));
}

const FILE_LOST: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'The picture is no longer on this device. Discard this and add it again.',
};

function savedRowOf(entry: CreateEntry, { publicUrl }: AdminBackend, now: number) {
  // In the server's format, so that the two sort together.
  const created_at = new Date(now).toISOString().replace('Z', '+00:00');
  const { given } = CREATIONS[entry.creation.entity];
  return { ...rowOf(entry, publicUrl), ...given, created_at, rev: 0 };
}

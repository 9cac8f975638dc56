import type { AdminBackend } from '../server/admin-backend.ts';
import type { SendResult } from '../server/backend.ts';
import { CREATIONS, type PictureBounds } from '../domain/creation.ts';
import { ENTITIES, type Entity } from '../domain/entities.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import type { Kind, StepFailure, StepResult } from '../outbox/deliver.ts';
import { triesOf, type NewFile, type PickedFile } from '../outbox/entry.ts';
import { readPayload } from '../outbox/queue.ts';
import { entityOf, rowCount, STEP_ROWS } from '../store/admin-entries.ts';
import type { ChangeEntry, CreateEntry, DeletedRow, DeleteEntry } from '../store/admin-rows.ts';
import { ifReadable } from '../store/database.ts';
import type { ChangeStore } from './change-store.ts';
import { rowOf, separated, withPicture } from './prepare-change.ts';

/** Makes a publishable picture of one original, or of two to join. */
export type PreparePicture = (
  originals: readonly PickedFile[],
  bounds: PictureBounds,
) => Promise<{ ok: true; file: NewFile } | { ok: false; message: string }>;

export interface ChangeDeps {
  backend: AdminBackend;
  preparePicture: PreparePicture;
  /** Called with the bytes of an entry's file that were sent. */
  onUpload?: (id: string, sentBytes: number) => void;
}

/**
 * An administrator's change. A creation prepares and uploads its picture, then inserts its row. A
 * deletion removes its rows, a thousand a step, each row's file before it; a refusal ends it, and its remaining rows
 * show again.
 */
export function changeKind(
  { queue, rowsOf, settle }: ChangeStore,
  deps: ChangeDeps,
): Kind<ChangeEntry> {
  const { backend } = deps;
  return {
    queue,
    steps: (entry) => (entry.kind === 'delete' ? stepsOf(entry) : stepsOfCreation(entry)),
    recordStep: 'row',
    localStep: 'prepare',
    // Storage refuses silently, so the role is checked before the first file is removed.
    objection: async (entry) => (entry.kind === 'delete' ? checkRole(backend) : null),
    perform: async (entry, lastRetry, current) => {
      if (entry.kind === 'delete')
        return removeStep(entry, await readPayload(entry, lastRetry, () => rowsOf(entry)), backend);
      if (entry.step === 'row')
        return backend.insertRow(entry.creation.entity, rowOf(entry, backend.publicUrl));
      const bytes = await readPayload(entry, lastRetry, () => current.readFile(entry.id));
      return entry.step === 'prepare'
        ? prepare(entry, bytes, deps.preparePicture)
        : uploadFile(entry, bytes, deps);
    },
    rateLimit: entityOf,
    refused: ({ kind }) => (kind === 'delete' ? 'end' : 'ask'),
    settle: async (entry, refusal, settledAt) => {
      if (entry.kind === 'create')
        return settle(entry, { refusal, settledAt, row: keptRowOf(entry, backend, settledAt) });
      // If they cannot be read, the replica follows with the next pull.
      const rows = (await ifReadable(rowsOf(entry))) ?? [];
      return settle(entry, {
        refusal,
        settledAt,
        gone: refusal ? rows.slice(0, entry.step) : rows,
      });
    },
  };
}

function stepsOfCreation({ step, file }: CreateEntry): readonly CreateEntry['step'][] {
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
    bytes: prepared.file.bytes,
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
  { backend, onUpload }: ChangeDeps,
): Promise<SendResult | StepFailure> {
  const { files } = ENTITIES[creation.entity];
  if (!files || !file || !bytes) return FILE_LOST;
  const { path, type } = file;
  return backend.uploadPicture(
    files.bucket,
    { path, type, bytes },
    requestTimeout(file, 'page'),
    (sent) => onUpload?.(id, sent),
  );
}

const FILE_LOST: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'The picture is no longer on this device. Discard this and add it again.',
};

function keptRowOf(entry: CreateEntry, { publicUrl }: AdminBackend, now: number) {
  // In the server's format, so that the two sort together.
  const created_at = new Date(now).toISOString().replace('Z', '+00:00');
  return { ...rowOf(entry, publicUrl), created_at, rev: 0 };
}

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
  const forbidden = await checkRole(backend);
  if (forbidden || left.value.length === 0) return forbidden ?? { outcome: 'accepted' };
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
  return files && paths.length > 0
    ? backend.removeFiles(files.bucket, paths)
    : { outcome: 'accepted' };
}

const idsOf = (rows: DeletedRow[]) => rows.map(({ id }) => id);

const FORBIDDEN: StepFailure = {
  outcome: 'rejected',
  reason: 'forbidden',
  message:
    'You do not have permission to delete this. Ask another administrator to check your role.',
};

/** Null for an administrator. */
async function checkRole(backend: AdminBackend): Promise<StepFailure | null> {
  const role = await backend.isAdmin();
  if (role.outcome !== 'answered') return failureOf(role);
  return role.value ? null : FORBIDDEN;
}

type Unanswered = Exclude<Awaited<ReturnType<AdminBackend['isAdmin']>>, { outcome: 'answered' }>;

const failureOf = (answer: Unanswered): StepFailure =>
  answer.outcome === 'rejected' ? { ...answer, reason: 'refused' } : answer;

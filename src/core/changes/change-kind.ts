import type { AdminBackend } from '../backend/admin-backend.ts';
import type { SendResult } from '../backend/backend.ts';
import { ENTITIES, type Entity } from '../domain/entities.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import type { Kind, StepFailure, StepResult } from '../outbox/deliver.ts';
import { triesOf } from '../outbox/entry.ts';
import { entityOf } from '../store/admin-entries.ts';
import type { AdminEntry, CreateEntry, DeleteEntry } from '../store/admin-rows.ts';
import type { ChangeStore } from './change-store.ts';
import { rowOf } from './prepare-change.ts';

export interface ChangeDeps {
  backend: AdminBackend;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Hears how many bytes of an entry's file have left. */
  onUpload?: (id: string, sentBytes: number) => void;
}

/** As many ids as fit into an address. */
const HUNDRED = 100;

/**
 * What an administrator does. A creation uploads its file, then inserts its row. A deletion removes its rows, a hundred a step,
 * each row's file before it; after a definite no it is over, and what it had not yet deleted shows again.
 */
export function changeKind({ queue, settle }: ChangeStore, deps: ChangeDeps): Kind<AdminEntry> {
  const { backend, now } = deps;
  return {
    queue,
    steps: (entry) => (entry.kind === 'delete' ? hundredsOf(entry) : entry.file ? ['file', 'row'] : ['row']),
    recordStep: 'row',
    // Row-level security refuses silently, so the role is asked for before the first file goes.
    objection: async (entry) => (entry.kind === 'delete' ? checkRole(backend) : null),
    perform: async (entry) => {
      if (entry.kind === 'delete') return removeHundred(entry, backend);
      if (entry.step === 'row') return backend.insertRow(entry.creation.entity, rowOf(entry, backend.publicUrl));
      return uploadFile(entry, await queue.readFile(entry.id), deps);
    },
    rateLimit: entityOf,
    refused: ({ kind }) => (kind === 'delete' ? 'end' : 'ask'),
    settle: (entry, refusal) => {
      const settledAt = now();
      if (entry.kind === 'create') return settle(entry, { refusal, settledAt, row: keptRowOf(entry, backend, settledAt) });
      return settle(entry, { refusal, settledAt, gone: refusal ? entry.rows.slice(0, entry.step) : entry.rows });
    },
  };
}

async function uploadFile({ id, creation, file }: CreateEntry, bytes: ArrayBuffer | null, { backend, onUpload }: ChangeDeps): Promise<SendResult | StepFailure> {
  const { files } = ENTITIES[creation.entity];
  if (!files || !file || !bytes) return FILE_LOST;
  const { path, type } = file;
  return backend.uploadPicture(files.bucket, { path, type, bytes }, requestTimeout(file, 'page'), (sent) => onUpload?.(id, sent));
}

const FILE_LOST: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'The picture is no longer on this device. Discard this and add it again.',
};

function keptRowOf(entry: CreateEntry, { publicUrl }: AdminBackend, now: number) {
  // Written as the server writes times, so that the two sort together.
  const created_at = new Date(now).toISOString().replace('Z', '+00:00');
  return { ...rowOf(entry, publicUrl), created_at, rev: 0 };
}

const hundredsOf = ({ rows }: DeleteEntry): number[] => Array.from({ length: Math.ceil(rows.length / HUNDRED) }, (_, i) => i * HUNDRED);

/** What is left after so many tries was refused, though without a word. */
const LEFT_TRIES = 3;

/** Row-level security refuses silently, so it is asked what is left. */
async function removeHundred(entry: DeleteEntry, backend: AdminBackend): Promise<StepResult<DeleteEntry>> {
  const { entity, rows, step, ofDiscarded } = entry;
  const hundred = rows.slice(step, step + HUNDRED);
  const removed = await (ofDiscarded ? withdraw(entity, hundred, backend) : remove(entity, hundred, backend));
  if (removed.outcome !== 'accepted') return removed;

  const left = await backend.findRows(entity, idsOf(hundred));
  if (left.outcome !== 'answered') return failureOf(left);
  // Who has lost the role sees nothing left either.
  const forbidden = await checkRole(backend);
  if (forbidden || left.value.length === 0) return forbidden ?? { outcome: 'accepted' };
  // Somebody on the way may have answered in the server's place.
  return triesOf(entry) + 1 < LEFT_TRIES ? { outcome: 'retry', reason: 'server' } : FORBIDDEN;
}

async function remove(entity: Entity, rows: DeleteEntry['rows'], backend: AdminBackend): Promise<SendResult> {
  const files = await removeFiles(entity, rows, backend);
  return files.outcome === 'accepted' ? backend.deleteRows(entity, idsOf(rows)) : files;
}

/** What was discarded may still be on its way. Its rows first: once they are withdrawn, a file that comes late is refused as well. */
async function withdraw(entity: Entity, rows: DeleteEntry['rows'], backend: AdminBackend): Promise<SendResult> {
  const withdrawn = await backend.withdrawRows(entity, idsOf(rows));
  return withdrawn.outcome === 'accepted' ? removeFiles(entity, rows, backend) : withdrawn;
}

async function removeFiles(entity: Entity, rows: DeleteEntry['rows'], backend: AdminBackend): Promise<SendResult> {
  const { files } = ENTITIES[entity];
  const paths = rows.flatMap(({ path }) => path ?? []);
  return files && paths.length > 0 ? backend.removeFiles(files.bucket, paths) : { outcome: 'accepted' };
}

const idsOf = (rows: DeleteEntry['rows']) => rows.map(({ id }) => id);

const FORBIDDEN: StepFailure = {
  outcome: 'rejected',
  reason: 'forbidden',
  message: 'You do not have permission to delete this. Ask another administrator to check your role.',
};

/** Null for an administrator. */
async function checkRole(backend: AdminBackend): Promise<StepFailure | null> {
  const role = await backend.isAdmin();
  if (role.outcome !== 'answered') return failureOf(role);
  return role.value ? null : FORBIDDEN;
}

type Unanswered = Exclude<Awaited<ReturnType<AdminBackend['isAdmin']>>, { outcome: 'answered' }>;

const failureOf = (answer: Unanswered): StepFailure => (answer.outcome === 'rejected' ? { ...answer, reason: 'refused' } : answer);

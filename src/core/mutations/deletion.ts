import type { Entity } from '../domain/entities.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { isReadable, newEntry, type Fresh } from '../outbox/entry.ts';
import { undoUntilSent, type StepFailure } from '../outbox/mutation.ts';
import { readPayload } from '../outbox/queue.ts';
import { ifReadable } from '../store/database.ts';
import type { FileBytes, OutboxEntry, Receipt } from '../store/device-schema.ts';
import { applyConfirmed } from '../store/replica-database.ts';
import { checkRole, forbidden, type AdminEntry, type AdminMutation } from './admin-mutation.ts';
import { removeFiles, type RemovedRow } from './row-removal.ts';

/**
 * A deletion of any number of rows, which lists hide while it waits. Its step is the first row that
 * may still exist.
 */
export interface DeletionEntry extends AdminEntry<number> {
  kind: 'deletion';
  entity: Entity;
  /** The number of rows stored separately, as its file, so that no checkpoint rewrites them. */
  rows: RemovedRow[] | { apart: number };
}

export interface DeletionReceipt extends Receipt {
  kind: 'deletion';
  entity: Entity;
  count: number;
}

/**
 * Rows a step. Larger deletions have checkpoints between steps, and store their rows separately.
 */
const STEP_ROWS = 1000;

/**
 * A new entry that deletes rows, with the path of each row's file. Its id is minted unless given.
 */
export function createDeletion(
  entity: Entity,
  rows: RemovedRow[],
  userId: string,
  now: number,
  id?: string,
): Fresh<DeletionEntry> {
  const entry = { ...newEntry('deletion', userId, now, id), entity, step: 0, file: null };
  if (rows.length <= STEP_ROWS) return { entry: { ...entry, rows }, file: null };
  const pairs = JSON.stringify(rows.map((row) => [row.id, row.path]));
  return {
    entry: { ...entry, rows: { apart: rows.length } },
    file: { bytes: new TextEncoder().encode(pairs).buffer },
  };
}

const FORBIDDEN = forbidden(
  'You do not have permission to delete this. Ask another administrator to check your role.',
);

const isDeletion = (entry: OutboxEntry): entry is DeletionEntry => entry.kind === 'deletion';

/**
 * It removes its rows, a thousand a step, each row's file before it. A refusal ends it, and its
 * remaining rows show again.
 */
export const deletion: AdminMutation<DeletionEntry> = {
  steps(entry) {
    const left = Math.ceil((rowCount(entry) - entry.step) / STEP_ROWS);
    return Array.from({ length: left }, (_, index) => entry.step + index * STEP_ROWS);
  },
  recordStep: null,
  localStep: null,
  // Storage refuses silently, so the role is checked before the first file is removed. Without a
  // connection the attempt ends here, so that the deletion can still be undone.
  precheck: ({ userId }, _, { backendOf }) => checkRole(backendOf(userId), FORBIDDEN),

  async perform(entry, { readFile, lastRetry }, { backendOf }) {
    const rows = await readPayload(entry, lastRetry, () => rowsOf(entry, readFile));
    if (!rows) return ROWS_LOST;
    const { entity, step, userId } = entry;
    const backend = backendOf(userId);
    const those = rows.slice(step, step + STEP_ROWS);
    const files = await removeFiles(entity, those, backend);
    return files.outcome === 'accepted' ? backend.deleteRows(entity, idsOf(those)) : files;
  },

  rateLimit: ({ entity }) => `change ${entity}`,
  afterRefusal: () => 'end',

  async applyLocally(entry, refusal, _, { readFile }, { replicaOf }) {
    const replica = replicaOf(entry.userId);
    if (!replica) return;
    // If they cannot be read, the replica follows with the next pull.
    const rows = (await ifReadable(rowsOf(entry, readFile))) ?? [];
    const gone = refusal ? rows.slice(0, entry.step) : rows;
    await applyConfirmed(replica, { table: entry.entity, gone, row: undefined });
  },

  receipt: (entry) =>
    ({ entity: entry.entity, count: rowCount(entry) }) satisfies Partial<DeletionReceipt>,
  isReceiptNeeded: () => false,
  undo: undoUntilSent,
  entity: ({ entity }) => entity,
  resolvedAt: ({ entity }) => ({ screen: 'list', entity }),
  overlay: async (entry, readFile) => ({
    table: entry.entity,
    hides: idsOf((await ifReadable(rowsOf(entry, readFile))) ?? []),
    change: null,
  }),
  addedRow: () => null,
  replaces: () => [],
  afterDiscard: () => null,
};

const ROWS_LOST: StepFailure = {
  outcome: 'rejected',
  reason: 'file-lost',
  message: 'What was to be deleted is no longer on this device. Select it again.',
};

const idsOf = (rows: readonly RemovedRow[]) => rows.map(({ id }) => id);

/** The number of rows in a deletion. */
const rowCount = ({ rows }: DeletionEntry): number =>
  Array.isArray(rows) ? rows.length : rows.apart;

/** The rows of a deletion; null when their separate bytes are lost. */
async function rowsOf(
  { rows }: DeletionEntry,
  readFile: () => Promise<FileBytes | null>,
): Promise<RemovedRow[] | null> {
  if (Array.isArray(rows)) return rows;
  const file = await readFile();
  if (!file) return null;
  const pairs = JSON.parse(new TextDecoder().decode(file.bytes)) as [string, string | null][];
  return pairs.map(([id, path]) => ({ id, path }));
}

export interface WaitingDeletion {
  id: string;
  count: number;
  /** The number of rows already deleted. */
  gone: number;
  /** It takes so many requests that its progress is shown. */
  isLong: boolean;
  canUndo: boolean;
  /** The cause of its wait; null before a failure. */
  cause: WaitCause | null;
}

/** A list's deletions among an administrator's waiting entries, newest first. */
export const waitingDeletions = (
  entries: readonly OutboxEntry[],
  entity: Entity,
  causeOf: (entry: OutboxEntry) => WaitCause | null,
): WaitingDeletion[] =>
  entries
    .filter(isDeletion)
    .filter((entry) => isReadable(entry) && entry.entity === entity)
    .sort((a, b) => b.createdAt - a.createdAt)
    .map((entry) => {
      const count = rowCount(entry);
      return {
        id: entry.id,
        count,
        gone: entry.step,
        isLong: count > STEP_ROWS,
        canUndo: undoUntilSent(entry).isPossible,
        cause: causeOf(entry),
      };
    });

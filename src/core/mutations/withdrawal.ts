import { triesOf } from '../outbox/entry.ts';
import { applyConfirmed } from '../store/replica-database.ts';
import { checkRole, failureOf, forbidden, type AdminMutation } from './admin-mutation.ts';
import { removeFiles, type WithdrawalEntry } from './row-removal.ts';

const FORBIDDEN = forbidden(
  'You do not have permission to delete this. Ask another administrator to check your role.',
);

/** A row that remains after this many attempts was refused silently. */
const LEFT_TRIES = 3;

/**
 * The removal of a discarded addition, of which parts may still arrive. The row first: once it is
 * withdrawn, a late file is refused as well. Nobody waits for its result.
 */
export const withdrawal: AdminMutation<WithdrawalEntry> = {
  steps: () => ['row'],
  recordStep: null,
  localStep: null,
  precheck: ({ userId }, _, { backendOf }) => checkRole(backendOf(userId), FORBIDDEN),

  async perform(entry, _, { backendOf }) {
    const { entity, row, userId } = entry;
    const backend = backendOf(userId);
    const withdrawn = await backend.withdrawRows(entity, [row.id]);
    const removed =
      withdrawn.outcome === 'accepted' ? await removeFiles(entity, [row], backend) : withdrawn;
    if (removed.outcome !== 'accepted') return removed;

    // A withdrawal returns nothing, so the remaining rows are read.
    const left = await backend.findRows(entity, [row.id]);
    if (left.outcome !== 'read') return failureOf(left);
    // Without the role no row is visible either.
    const objection = await checkRole(backend, FORBIDDEN);
    if (objection || left.value.length === 0) return objection ?? { outcome: 'accepted' };
    // An intermediary may have answered in the server's place.
    return triesOf(entry) + 1 < LEFT_TRIES ? { outcome: 'retry', reason: 'server' } : FORBIDDEN;
  },

  rateLimit: ({ entity }) => `change ${entity}`,
  afterRefusal: () => 'end',
  async applyLocally(entry, refusal, _, __, { replicaOf }) {
    const replica = replicaOf(entry.userId);
    if (!replica) return;
    const gone = refusal ? [] : [entry.row];
    await applyConfirmed(replica, { table: entry.entity, gone, row: undefined });
  },
  receipt: () => ({}),
  isReceiptNeeded: () => false,
  undo: () => ({ isPossible: false }),
  entity: ({ entity }) => entity,
  resolvedAt: ({ entity }) => ({ screen: 'list', entity }),
  overlay: async ({ entity, row }) => ({ table: entity, hides: [row.id], change: null }),
  addedRow: () => null,
  replaces: () => [],
  afterDiscard: (entry) => entry,
};

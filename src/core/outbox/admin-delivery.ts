import type { AdminBackend, SignedOut } from '../backend/admin-backend.ts';
import type { AttentionReason } from '../domain/reasons.ts';
import type { AdminEntry } from '../store/admin-rows.ts';
import type { Attention } from '../store/rows.ts';
import type { AdminQueue } from './admin-queue.ts';
import { refused, rested, type AttemptDeps, type Retrying } from './attempt.ts';
import type { Delivery } from './run-queue.ts';

/** What the server has decided about an entry. */
export type AdminDecision = { outcome: 'done' } | { outcome: 'refused'; attention: Attention };

export interface AdminDeliveryDeps extends AttemptDeps {
  queue: AdminQueue;
  backend: AdminBackend;
  /** Hears how many bytes of an entry's file have left. */
  onUpload?: (id: string, sentBytes: number) => void;
  /** Hears of a decision once it stands on this device. */
  onDecided?: (entry: AdminEntry, decision: AdminDecision) => void;
}

/** Why a try did not do what it was to do. */
export type AdminFailure = Retrying | SignedOut | { outcome: 'rejected'; reason: AttentionReason; message: string };

/**
 * Ends a try that failed. One to be repeated rests, without a session it stays as it is, and after a definite no a creation
 * needs its administrator, while a deletion is over: what it had not yet deleted shows again.
 */
export async function endTry(entry: AdminEntry, failure: AdminFailure, deps: AdminDeliveryDeps): Promise<Delivery> {
  const { queue } = deps;
  switch (failure.outcome) {
    case 'retry': {
      const rest = rested(entry, failure, deps);
      // A deletion is attempted once it removes something, not by asking whether it may.
      const attempted = entry.kind === 'delete' ? entry.attempted : rest.attempted;
      if (!(await queue.update(entry, { ...rest, attempted }))) return 'superseded';
      return failure.reason === 'offline' ? 'no-connection' : 'waiting';
    }
    case 'signed-out':
      await queue.update(entry, { sendingSince: null });
      return 'signed-out';
    case 'rejected': {
      const attention = { reason: failure.reason, message: failure.message };
      const stands = entry.kind === 'delete' ? await queue.settleDeletion(entry) : (await queue.update(entry, refused(attention))) !== null;
      if (!stands) return 'superseded';
      deps.onDecided?.(entry, { outcome: 'refused', attention });
      return 'attention';
    }
  }
}

import { liveQuery } from 'dexie';
import { referenceOf } from '../core/domain/reference.ts';
import { decisionOf, type Decision } from '../core/outbox/decision.ts';
import { returnEntryToDraft } from '../core/outbox/manage.ts';
import { after } from './after.ts';
import { db, requestFlush } from './outbox.ts';
import type { Alert, SubmitResult } from './submit-result.ts';
import { requestSync } from './sw-bridge.ts';

const PATIENCE_MS = 10_000;

/**
 * Sends an entry that is safe in the database, and waits up to ten seconds for what becomes of it, whoever flushes it:
 * this page, another tab or the worker.
 */
export async function sendStored(id: string): Promise<SubmitResult> {
  const reference = referenceOf(id);
  const { decision, alert } = watch(id);
  void requestSync(id);
  void requestFlush({ eager: true });
  const decided = await Promise.race([decision, after(PATIENCE_MS, null)]);
  if (decided?.outcome === 'sent') return { outcome: 'sent', id, reference, alert };
  // Handed back to its form, so that a second submit can't make two.
  const handedBack = decided?.outcome === 'refused' && (await returnEntryToDraft(db, id, Date.now()));
  if (handedBack) return { ...decided.attention, outcome: 'refused' };
  return { outcome: 'saved', id, reference };
}

function watch(id: string): { decision: Promise<Decision>; alert: Promise<Alert> } {
  const current = liveQuery(() =>
    db.transaction('r', db.entries, db.receipts, async () => (await db.entries.get(id)) ?? db.receipts.get(id)),
  );
  let decide: (decision: Decision) => void;
  const decision = new Promise<Decision>((resolve) => (decide = resolve));
  const alert = new Promise<Alert>((resolve) => {
    const subscription = current.subscribe({
      next(now) {
        const known = now && decisionOf(now);
        if (known) decide(known);
        if (now && 'alert' in now) resolve(now.alert);
        if (!now || 'alert' in now) queueMicrotask(() => subscription.unsubscribe());
      },
      error: (error: unknown) => console.warn('The submission could not be watched:', error),
    });
  });
  return { decision, alert };
}

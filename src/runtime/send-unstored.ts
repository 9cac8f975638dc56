import { referenceOf } from '../core/domain/reference.ts';
import type { Submission } from '../core/domain/submission.ts';
import { decisionOf, type Decision } from '../core/outbox/decision.ts';
import type { NewFile } from '../core/outbox/entry.ts';
import { flush } from '../core/outbox/flush.ts';
import { createMemoryQueue } from '../core/outbox/memory-queue.ts';
import type { Entry } from '../core/store/rows.ts';
import { deliveryDeps } from './outbox.ts';
import type { Alert, SubmitResult } from './submit-result.ts';

/** The last submission that could be neither stored nor sent: its answer may have been lost on the way. */
let unsent: { content: string; entry: Entry } | null = null;

const contentOf = (submission: Submission, file: NewFile | null) =>
  JSON.stringify([submission, file?.name, file?.bytes.byteLength]);

/** The entry of the same content submitted before, so that trying again makes no second record; null when it is new. */
export function findUnsent(submission: Submission, file: NewFile | null): Entry | null {
  return unsent?.content === contentOf(submission, file) ? { ...unsent.entry, retry: null, attention: null } : null;
}

/** Sends a submission that this browser can't store: the same flush, over memory, while the form waits. */
export function sendUnstored(submission: Submission, first: Entry, file: NewFile | null): Promise<SubmitResult> {
  const { id } = first;
  let current = first;
  let alertKnown: (alert: Alert) => void;
  const alert = new Promise<Alert>((resolve) => (alertKnown = resolve));

  const result = (decision: Decision | null): SubmitResult => {
    unsent = null;
    if (decision?.outcome === 'sent') return { outcome: 'sent', id, reference: referenceOf(id), alert };
    if (decision?.outcome === 'refused') return { ...decision.attention, outcome: 'refused' };
    unsent = { content: contentOf(submission, file), entry: current };
    return { outcome: 'not-stored' };
  };

  return new Promise((resolve) => {
    const queue = createMemoryQueue(first, file?.bytes ?? null, (now) => {
      if ('step' in now) current = now;
      else alertKnown(now.alert);
      const decision = decisionOf(now);
      if (decision) resolve(result(decision));
    });
    void flush(deliveryDeps(queue), { eager: true }).then(() => resolve(result(decisionOf(current))));
  });
}

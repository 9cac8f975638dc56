import { dayOf, referenceOf, type Submission } from '../core/domain/submission.ts';
import { DUE, mayHaveArrived, type NewFile } from '../core/outbox/entry.ts';
import { createMemoryQueue } from '../core/outbox/queue.ts';
import type { Edits, SubmissionEntry, Receipt } from '../core/store/rows.ts';
import { editedEntry } from '../core/submissions/new-submission.ts';
import { submissionOutcome, type SubmissionOutcome } from '../core/submissions/requests.ts';
import { submissionWaitCause } from '../core/submissions/submission-kind.ts';
import { flushSubmissions } from './outbox.ts';
import type { SubmitOutcome } from './submit-outcome.ts';

/**
 * The last submission that could be neither stored nor sent, or was refused: its answer may have
 * been lost.
 */
let unsent: { content: string; entry: SubmissionEntry; file: NewFile | null } | null = null;

const contentOf = (submission: Submission, file: NewFile | null) =>
  JSON.stringify([submission, file?.name, file?.bytes.byteLength]);

/**
 * The entry to send again under its id: when the same content is submitted again, or content that
 * `edits` it. Null for a new submission.
 */
export function findUnsent(
  submission: Submission,
  file: NewFile | null,
  edits: Edits | null,
): SubmissionEntry | null {
  if (!unsent) return null;
  const { content, entry, file: kept } = unsent;
  if (content === contentOf(submission, file)) return { ...entry, state: DUE };
  return entry.id === edits?.id
    ? editedEntry(entry, submission, file, kept?.bytes ?? null, Date.now())
    : null;
}

/** It was stored after all, and the queue has it. */
export const forgetUnsent = (): void => void (unsent = null);

/**
 * Sends a submission that this browser cannot store: the same flush, over memory, while the form
 * waits.
 */
export function sendUnstored(
  submission: Submission,
  first: SubmissionEntry,
  file: NewFile | null,
): Promise<SubmitOutcome> {
  const { id } = first;
  let current = first;
  let alertKnown: (alert: Receipt['alert']) => void;
  const alert = new Promise<Receipt['alert']>((resolve) => (alertKnown = resolve));

  const result = (decision: SubmissionOutcome | null): SubmitOutcome => {
    const isPossible = mayHaveArrived(current);
    const isUnsent =
      decision?.outcome !== 'done' && (decision?.outcome !== 'refused' || isPossible);
    unsent = isUnsent ? { content: contentOf(submission, file), entry: current, file } : null;
    if (decision?.outcome === 'done') return { ...decision, id, reference: referenceOf(id), alert };
    const edits = { id, keepsFile: isPossible && file !== null, day: dayOf(submission) };
    if (decision?.outcome === 'refused') return { ...decision, edits: isUnsent ? edits : null };
    const cause = submissionWaitCause(current, [current], Date.now());
    return { outcome: 'not-stored', edits, cause, mayHaveArrived: isPossible };
  };

  return new Promise((resolve) => {
    const decide = (now: SubmissionEntry | Receipt) => {
      const decision = submissionOutcome(now);
      if (decision) resolve(result(decision));
    };
    const { queue, end } = createMemoryQueue(first, file?.bytes ?? null, (entry) => {
      current = entry;
      decide(entry);
    });
    const settle = async (entry: SubmissionEntry, receipt: Receipt) => {
      if (!end(entry)) return false;
      alertKnown(receipt.alert);
      decide(receipt);
      return true;
    };
    void flushSubmissions({ queue, settle }, { eager: true }).then(() =>
      resolve(result(submissionOutcome(current))),
    );
  });
}

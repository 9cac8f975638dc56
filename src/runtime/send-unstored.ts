import { dayOf, referenceOf } from '../core/domain/submission.ts';
import { mayHaveArrived, type NewFile } from '../core/outbox/entry.ts';
import { createUnsentEntries, sendOverMemory } from '../core/outbox/full-device.ts';
import type { Edits, Receipt, SubmissionEntry } from '../core/store/rows.ts';
import { editedEntry } from '../core/submissions/new-submission.ts';
import { submissionOutcome } from '../core/submissions/requests.ts';
import {
  createMemorySubmissionStore,
  submissionWaitCause,
} from '../core/submissions/submission-kind.ts';
import { flushSubmissions } from './outbox.ts';
import type { SubmitOutcome } from './submit-outcome.ts';

const unsent = createUnsentEntries<SubmissionEntry>(({ submission }) => submission);

/**
 * The entry to send again under its id: when the same content is submitted again, or content that
 * `edits` it. Null for a new submission.
 */
export function takeUnsent(
  fresh: SubmissionEntry,
  file: NewFile | null,
  edits: Edits | null,
): SubmissionEntry | null {
  const same = unsent.takeSame(fresh);
  if (same || !edits) return same;
  const old = unsent.take(edits.id);
  return old && editedEntry(old.entry, fresh.submission, file, old.bytes, Date.now());
}

/** The device could store the entry after all. */
export const forgetUnsent = (id: string): void => void unsent.take(id);

/** Sends a submission that this browser can't store while its form waits. */
export async function sendUnstored(
  entry: SubmissionEntry,
  bytes: ArrayBuffer | null,
): Promise<SubmitOutcome> {
  const { id, submission } = entry;
  let alertKnown: (alert: Receipt['alert']) => void;
  const alert = new Promise<Receipt['alert']>((resolve) => (alertKnown = resolve));
  const { last, outcome } = await sendOverMemory(entry, submissionOutcome, (onChange) => {
    const store = createMemorySubmissionStore(entry, bytes, (current) => {
      if ('alert' in current) alertKnown(current.alert);
      onChange(current);
    });
    return flushSubmissions(store, { eager: true });
  });
  if (outcome?.outcome === 'done') return { ...outcome, id, reference: referenceOf(id), alert };

  const isPossible = mayHaveArrived(last);
  const edits = { id, keepsFile: isPossible && entry.file !== null, day: dayOf(submission) };
  if (outcome?.outcome === 'refused' && !isPossible) return { ...outcome, edits: null };
  unsent.keep(last, bytes);
  if (outcome?.outcome === 'refused') return { ...outcome, edits };
  const cause = submissionWaitCause(last, [last], Date.now());
  return { outcome: 'not-stored', edits, cause, mayHaveArrived: isPossible };
}

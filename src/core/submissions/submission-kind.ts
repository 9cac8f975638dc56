import type { Backend } from '../server/backend.ts';
import { londonTime } from '../domain/london-time.ts';
import type { WaitCause, WaitReason } from '../domain/reasons.ts';
import { dayOf, summaryOf, tableOf, type OutgoingRecord } from '../domain/submission.ts';
import { requestTimeout, visitorCause, waitCause, type Place } from '../outbox/backoff.ts';
import { triesOf } from '../outbox/entry.ts';
import type { Attempt, Kind, StepResult } from '../outbox/kind.ts';
import { readPayload } from '../outbox/queue.ts';
import type { OutboxEntry, Receipt, SubmissionEntry, SubmissionReceipt } from '../store/rows.ts';

export interface SubmissionDeps {
  backend: Backend;
  place: Place;
  /** Called with the bytes of an entry's file that were sent. */
  onUpload?: (id: string, sentBytes: number) => void;
}

export const isSubmission = (entry: OutboxEntry): entry is SubmissionEntry =>
  entry.kind === 'submission';

export const isSubmissionReceipt = (receipt: Receipt): receipt is SubmissionReceipt =>
  receipt.kind === 'submission';

/** A visitor's submission: its file, then its record, then the email to the office about it. */
export const submissionKind = (deps: SubmissionDeps): Kind<SubmissionEntry> => ({
  steps: ({ file }) => (file ? ['file', 'row', 'email'] : ['row', 'email']),
  recordStep: 'row',
  objection: async (entry, now) =>
    hasDatePassed(entry, now) ? { outcome: 'rejected', reason: 'date-passed', message: '' } : null,
  perform: (entry, attempt) => perform(entry, attempt, deps),
  rateLimit,
  // The bucket lost the file: the bytes are still here, so it is uploaded again.
  refused: (_, { reason }) => (reason === 'file-missing' ? { repeat: 'file' } : 'ask'),
  receipt: receiptOf,
});

const rateLimit = ({ step, submission }: SubmissionEntry): string | null =>
  step === 'email' ? null : `insert ${tableOf(submission)}`;

/**
 * The cause of a submission's wait, among `all` that wait; null before a failure. Submissions need
 * no session.
 */
export function submissionWaitCause(
  entry: SubmissionEntry,
  all: readonly OutboxEntry[],
  now: number,
): WaitCause | null {
  const limitOf = (other: OutboxEntry) => (isSubmission(other) ? rateLimit(other) : null);
  return visitorCause(waitCause(entry, all, limitOf, now));
}

async function perform(
  entry: SubmissionEntry,
  { queue, lastRetry }: Attempt,
  { backend, place, onUpload }: SubmissionDeps,
): Promise<StepResult<SubmissionEntry>> {
  const { id, submission, file, step } = entry;
  const record: OutgoingRecord = { ...submission, id, filePath: file?.path ?? null };
  if (step === 'email') return sendAlert(entry, record, backend, place);
  if (step === 'row' || !file) {
    const result = await backend.insertRecord(record, requestTimeout(null, place));
    const stays = result.outcome === 'accepted' && result.wasThere && entry.arrival === 'edited';
    return stays ? { outcome: 'accepted', changes: { arrival: 'before-edit' } } : result;
  }
  const bytes = await readPayload(entry, lastRetry, () => queue.readFile(id));
  if (!bytes) return { outcome: 'rejected', reason: 'file-lost', message: '' };
  return backend.uploadResume(
    { path: file.path, type: file.type, bytes },
    requestTimeout(file, place),
    (sentBytes) => onUpload?.(id, sentBytes),
  );
}

const ALERT_TRIES = 3;

/**
 * Failures that do not settle the alert: our server was not reached, or another caller has leased
 * the alert and may fail.
 */
const UNDECIDED = new Set<WaitReason>(['offline', 'not-our-server', 'in-progress']);

/**
 * The record is stored, so the alert must not delay the entry's end: any decision ends this step,
 * and so does the third attempt without one.
 */
async function sendAlert(
  entry: SubmissionEntry,
  record: OutgoingRecord,
  backend: Backend,
  place: Place,
): Promise<StepResult<SubmissionEntry>> {
  const result = await backend.sendAlert(record, requestTimeout(null, place));
  const isUndecided =
    result.outcome === 'retry' && UNDECIDED.has(result.reason) && triesOf(entry) + 1 < ALERT_TRIES;
  return isUndecided || result.outcome === 'accepted'
    ? result
    : { outcome: 'accepted', changes: { alertFailed: true } };
}

function receiptOf({ createdAt, submission, arrival, alertFailed }: SubmissionEntry) {
  const summary = summaryOf(submission);
  return {
    form: submission.kind,
    createdAt,
    alert: alertFailed ? 'not-sent' : 'sent',
    ...(summary && { summary }),
    ...(arrival === 'before-edit' && { hadArrived: true }),
  } satisfies Partial<SubmissionReceipt>;
}

/**
 * True when a booking's day passed while it waited, so that its sender is asked before it is sent.
 * Days are calendar days in London, where the cleaning takes place.
 */
function hasDatePassed(
  { submission, step, datePassedConfirmed, createdAt }: SubmissionEntry,
  now: number,
): boolean {
  const day = dayOf(submission);
  if (day === null || datePassedConfirmed || step === 'email') return false;
  return day < londonTime(now).day && day >= londonTime(createdAt).day;
}

import type { Backend } from '../server/backend.ts';
import { londonTime } from '../domain/london-time.ts';
import type { WaitCause, WaitReason } from '../domain/reasons.ts';
import { dayOf, summaryOf, tableOf, type OutgoingRecord } from '../domain/submission.ts';
import { requestTimeout, waitCause, type Place, type RateLimitOf } from '../outbox/backoff.ts';
import type { Kind, StepResult } from '../outbox/deliver.ts';
import { triesOf } from '../outbox/entry.ts';
import { createMemoryQueue } from '../outbox/full-device.ts';
import {
  createQueue,
  endEntry,
  readPayload,
  type EntryTables,
  type Queue,
} from '../outbox/queue.ts';
import type { Database } from '../store/database.ts';
import type { SubmissionEntry, Receipt, Retry } from '../store/rows.ts';

/** The queue of submissions, and the end of each. */
export interface SubmissionStore {
  queue: Queue<SubmissionEntry>;
  /**
   * Replaces a delivered entry, with its content and file, by its receipt, if it has not changed.
   */
  settle(entry: SubmissionEntry, receipt: Receipt): Promise<boolean>;
}

export interface SubmissionDeps {
  backend: Backend;
  place: Place;
  /** Called with the bytes of an entry's file that were sent. */
  onUpload?: (id: string, sentBytes: number) => void;
}

export const submissionTables = (db: Database): EntryTables<SubmissionEntry> => ({
  db,
  entries: db.entries,
  files: db.files,
});

/** Submissions in IndexedDB. */
export function createSubmissionStore(db: Database): SubmissionStore {
  const tables = submissionTables(db);
  return {
    queue: createQueue(tables, { needsFile: ({ step }) => step !== 'email' }),
    settle: (entry, receipt) => endEntry(tables, entry, db.receipts, receipt),
  };
}

/**
 * One submission that this browser can't store. Calls `onChange` after every checkpoint, and with
 * the receipt.
 */
export function createMemorySubmissionStore(
  first: SubmissionEntry,
  bytes: ArrayBuffer | null,
  onChange: (current: SubmissionEntry | Receipt) => void,
): SubmissionStore {
  const { queue, end } = createMemoryQueue(first, bytes, onChange);
  return {
    queue,
    async settle(entry, receipt) {
      if (!end(entry)) return false;
      onChange(receipt);
      return true;
    },
  };
}

/** A visitor's submission: its file, then its record, then the email to the office about it. */
export function submissionKind(
  { queue, settle }: SubmissionStore,
  deps: SubmissionDeps,
): Kind<SubmissionEntry> {
  return {
    queue,
    steps: ({ file }) => (file ? ['file', 'row', 'email'] : ['row', 'email']),
    recordStep: 'row',
    objection: async (entry, now) =>
      hasDatePassed(entry, now)
        ? { outcome: 'rejected', reason: 'date-passed', message: '' }
        : null,
    perform: (entry, lastRetry) => perform(entry, lastRetry, queue, deps),
    rateLimit,
    // The bucket lost the file: the bytes are still here, so it is uploaded again.
    refused: (_, { reason }) => (reason === 'file-missing' ? { repeat: 'file' } : 'ask'),
    settle: (entry, _, now) => settle(entry, receiptOf(entry, now)),
  };
}

const rateLimit: RateLimitOf<SubmissionEntry> = ({ step, submission }) =>
  step === 'email' ? null : tableOf(submission);

/**
 * The cause of a submission's wait, among `all` that wait; null before a failure. Submissions need
 * no session.
 */
export function submissionWaitCause(
  entry: SubmissionEntry,
  all: readonly SubmissionEntry[],
  now: number,
): WaitCause | null {
  const cause = waitCause(entry, all, rateLimit, now);
  return cause === 'signed-out' ? null : cause;
}

async function perform(
  entry: SubmissionEntry,
  lastRetry: Retry | null,
  queue: Queue<SubmissionEntry>,
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

function receiptOf(
  { id, createdAt, submission, arrival, alertFailed }: SubmissionEntry,
  now: number,
): Receipt {
  const { kind } = submission;
  const summary = summaryOf(submission);
  return {
    id,
    kind,
    createdAt,
    sentAt: now,
    alert: alertFailed ? 'not-sent' : 'sent',
    ...(summary && { summary }),
    ...(arrival === 'before-edit' && { hadArrived: true }),
  };
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

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

/** Where submissions wait, and how one of them ends. */
export interface SubmissionStore {
  queue: Queue<SubmissionEntry>;
  /** Turns a delivered entry into its receipt, if nobody changed it; its content and file go. */
  settle(entry: SubmissionEntry, receipt: Receipt): Promise<boolean>;
}

export interface SubmissionDeps {
  backend: Backend;
  place: Place;
  /** Hears how many bytes of an entry's file have left. */
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

/** One submission that this browser can't store. Calls `onChange` after every checkpoint, and with the receipt. */
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

/** What a visitor sends: its file, then its record, then the email to the office about it. */
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
    // The bucket lost the file: the bytes are still here, so they go up again.
    refused: (_, { reason }) => (reason === 'file-missing' ? { repeat: 'file' } : 'ask'),
    settle: (entry, _, now) => settle(entry, receiptOf(entry, now)),
  };
}

const rateLimit: RateLimitOf<SubmissionEntry> = ({ step, submission }) =>
  step === 'email' ? null : tableOf(submission);

/** The cause of a submission's wait, among `all` that wait; null while nothing has failed. Submissions need no session. */
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

/** Tries that say nothing of the alert: nobody of ours was reached, or somebody else has taken it and may not finish. */
const UNDECIDED = new Set<WaitReason>(['offline', 'not-our-server', 'in-progress']);

/** The record is stored, so the alert never holds it back: any decision ends this step, and the third try without one. */
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
 * True when a booking's day has passed while it waited, so that its sender is asked before it goes out.
 * Days are calendar days in London, where the cleaning is done.
 */
function hasDatePassed(
  { submission, step, datePassedConfirmed, createdAt }: SubmissionEntry,
  now: number,
): boolean {
  const day = dayOf(submission);
  if (day === null || datePassedConfirmed || step === 'email') return false;
  return day < londonTime(now).day && day >= londonTime(createdAt).day;
}

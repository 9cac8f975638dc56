import { RECEIPT_KEPT_DAYS } from '../domain/limits.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { referenceOf, type SubmissionKind, type Summary, summaryOf } from '../domain/submission.ts';
import {
  attentionOf,
  heldUntil,
  isReadable,
  mayHaveArrived,
  outcomeOf,
  stateOf,
  type Look,
  type OpenOutcome,
  type ShownState,
} from '../outbox/entry.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention, SubmissionEntry, Receipt } from '../store/rows.ts';
import { submissionWaitCause } from './submission-kind.ts';

export type RequestState = ShownState | 'sent' | 'alert-not-sent';

/** A submission as its sender sees it, waiting or delivered. */
export interface RequestView {
  id: string;
  reference: string;
  kind: SubmissionKind;
  /** What it is about; null for what has none, and for receipts that kept none. */
  summary: Summary | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When it was delivered, in ms since 1970; null while its alert is on its way, and before. */
  sentAt: number | null;
  state: RequestState;
  attention: Attention | null;
  /** The cause of its wait, also during the next try; null while nothing has failed, and in every other state. */
  cause: WaitCause | null;
  /** It waits for its sender's changes until then, in ms since 1970, and goes out as it was afterwards; null when it does not. */
  heldUntil: number | null;
  /** The file that waits with it, in bytes; null for a delivered one. */
  file: { name: string; size: number; isUploaded: boolean } | null;
  canRetry: boolean;
  canEdit: boolean;
  canDiscard: boolean;
  /** It waits, and may be with the server all the same. */
  mayHaveArrived: boolean;
  /** It was with the server before its sender changed it, and stays as it was. */
  hadArrived: boolean;
  /** It is sent, and the office's email about it is not yet. */
  isAlertPending: boolean;
}

/** Every entry and receipt on this device, newest first. */
export async function listRequests(
  db: Database,
  lookAround: () => Promise<Look>,
): Promise<RequestView[]> {
  const [entries, receipts] = await withReopen(() =>
    Promise.all([db.entries.toArray(), db.receipts.toArray()]),
  );
  // Mostly nothing waits; and in a live query an await of what is not the database's costs a slow phone some 50 ms.
  const look = entries.length > 0 ? await lookAround() : null;
  const waiting = look === null ? [] : entries.map((entry) => viewOfEntry(entry, entries, look));
  const views = [...waiting, ...receipts.map(viewOfReceipt)];
  return views.sort((a, b) => b.createdAt - a.createdAt);
}

/** What is refused again, unless its sender changes it or says more. */
const NEEDS_CHANGE = new Set<Attention['reason']>([
  'invalid',
  'position-gone',
  'file-refused',
  'file-lost',
  'date-passed',
]);

function viewOfEntry(
  entry: SubmissionEntry,
  all: readonly SubmissionEntry[],
  look: Look,
): RequestView {
  const { id, submission, createdAt, file, step, arrival } = entry;
  const isKnown = isReadable(entry);
  const attention = isKnown ? attentionOf(entry) : null;
  // Its record stored counts as sent, whatever the alert does.
  const state = step === 'email' ? 'sent' : isKnown ? stateOf(entry, look) : 'waiting';
  const mine = isKnown && state !== 'sent' && state !== 'sending';
  return {
    id,
    reference: referenceOf(id),
    kind: submission.kind,
    summary: isKnown ? summaryOf(submission) : null,
    createdAt,
    sentAt: null,
    state,
    attention,
    cause:
      isKnown && (state === 'waiting' || state === 'sending')
        ? submissionWaitCause(entry, all, look.now)
        : null,
    heldUntil: isKnown ? heldUntil(entry) : null,
    file: file && { name: file.name, size: file.size, isUploaded: step !== 'file' },
    canRetry: mine && !(attention && NEEDS_CHANGE.has(attention.reason)),
    canEdit: mine,
    canDiscard: mine,
    mayHaveArrived: state !== 'sent' && mayHaveArrived(entry),
    hadArrived: arrival === 'before-edit',
    isAlertPending: state === 'sent',
  };
}

function viewOfReceipt(receipt: Receipt): RequestView {
  const { id, kind, createdAt, sentAt, alert, summary, hadArrived } = receipt;
  const state = alert === 'sent' ? 'sent' : 'alert-not-sent';
  const no = {
    canRetry: false,
    canEdit: false,
    canDiscard: false,
    mayHaveArrived: false,
    isAlertPending: false,
  } as const;
  return {
    id,
    reference: referenceOf(id),
    kind,
    summary: summary ?? null,
    createdAt,
    sentAt,
    state,
    attention: null,
    cause: null,
    heldUntil: null,
    file: null,
    ...no,
    hadArrived: hadArrived === true,
  };
}

/** What has become of a submission, as far as its form needs to know. `hadArrived`: before its sender changed it, and it stays as it was. */
export type SubmissionOutcome = OpenOutcome | { outcome: 'done'; hadArrived: boolean };

/** Reads an entry or its receipt; null while the first try is still under way. */
export function submissionOutcome(current: SubmissionEntry | Receipt): SubmissionOutcome | null {
  if (!('step' in current)) return { outcome: 'done', hadArrived: current.hadArrived === true };
  if (current.step === 'email')
    return { outcome: 'done', hadArrived: current.arrival === 'before-edit' };
  return outcomeOf(current);
}

const RECEIPT_KEPT_MS = RECEIPT_KEPT_DAYS * 24 * 60 * 60 * 1000;

/** Forgets receipts older than `RECEIPT_KEPT_DAYS`. Only receipts age: a waiting entry never does. */
export async function pruneReceipts(db: Database, now: number): Promise<void> {
  await withReopen(() =>
    db.receipts
      .where('sentAt')
      .below(now - RECEIPT_KEPT_MS)
      .delete(),
  );
}

/** Forgets every receipt. */
export async function clearReceipts(db: Database): Promise<void> {
  await withReopen(() => db.receipts.clear());
}

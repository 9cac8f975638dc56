import type { WaitCause } from '../domain/reasons.ts';
import { referenceOf, type SubmissionKind, type Summary, summaryOf } from '../domain/submission.ts';
import {
  attentionOf,
  editedUntil,
  isReadable,
  mayHaveArrived,
  stateOf,
  type FlushView,
  type ShownState,
} from '../outbox/entry.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention, OutboxEntry, SubmissionEntry, SubmissionReceipt } from '../store/rows.ts';
import type { Queue } from '../outbox/queue.ts';
import { answerView, type AnswerView } from './request-states.ts';
import { isSubmission, isSubmissionReceipt, submissionWaitCause } from './submission-kind.ts';

export type DeliveryState = ShownState | 'sent' | 'alert-not-sent';

/** A submission as its sender sees it, waiting or delivered. */
export interface RequestView {
  id: string;
  reference: string;
  kind: SubmissionKind;
  /** Its service and day; null for a kind without them, and for receipts that kept none. */
  summary: Summary | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When it was delivered, in ms since 1970; null before, and while its alert is being sent. */
  sentAt: number | null;
  state: DeliveryState;
  attention: Attention | null;
  /**
   * The cause of its wait, also during the next attempt; null before a failure, and in every other
   * state.
   */
  cause: WaitCause | null;
  /**
   * When the hold for its sender's changes ends, in ms since 1970, after which it is sent
   * unchanged; null without a hold.
   */
  reservedUntil: number | null;
  /** Its waiting file's size in bytes; null for a delivered one. */
  file: { name: string; size: number; isUploaded: boolean } | null;
  canRetry: boolean;
  canEdit: boolean;
  canDiscard: boolean;
  /** It waits, although the server may have it. */
  mayHaveArrived: boolean;
  /** The server had it before its sender changed it, and keeps that version. */
  hadArrived: boolean;
  /** It is sent, and the office's email about it is not yet. */
  isAlertPending: boolean;
  /** A booking's answers; null before the server was asked. */
  answers: AnswerView | null;
  /** It was stored from a link, at `createdAt`. */
  isFromLink: boolean;
  /** This device gets a notification of the office's answers. */
  isNotified: boolean;
}

/** Every submission and receipt of one on this device, newest first. */
export async function listRequests(
  db: Database,
  queue: Pick<Queue, 'listStored'>,
  readFlushView: () => Promise<FlushView>,
): Promise<RequestView[]> {
  const [stored, receipts] = await Promise.all([
    queue.listStored(),
    withReopen(() => db.receipts.toArray()),
  ]);
  const entries = stored.filter(isSubmission);
  // Mostly nothing waits; and in a live query, an await of a foreign promise costs a slow phone
  // some 50 ms.
  const view = entries.length > 0 ? await readFlushView() : null;
  const waiting = view === null ? [] : entries.map((entry) => viewOfEntry(entry, stored, view));
  const views = [
    ...waiting,
    ...receipts.filter(isSubmissionReceipt).map((receipt) => viewOfReceipt(receipt, stored)),
  ];
  return views.sort((a, b) => b.createdAt - a.createdAt);
}

/** Reasons that are refused again unless the sender edits or confirms. */
const NEEDS_CHANGE = new Set<Attention['reason']>([
  'invalid',
  'position-gone',
  'file-refused',
  'file-lost',
  'date-passed',
]);

function viewOfEntry(
  entry: SubmissionEntry,
  all: readonly OutboxEntry[],
  view: FlushView,
): RequestView {
  const { id, submission, createdAt, file, step, arrival } = entry;
  const isKnown = isReadable(entry);
  const attention = isKnown ? attentionOf(entry) : null;
  // A stored record counts as sent, whatever the alert's state.
  const state = step === 'email' ? 'sent' : isKnown ? stateOf(entry, view) : 'waiting';
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
        ? submissionWaitCause(entry, all, view.now)
        : null,
    reservedUntil: isKnown ? editedUntil(entry) : null,
    file: file && { name: file.name, size: file.size, isUploaded: step !== 'file' },
    canRetry: mine && !(attention && NEEDS_CHANGE.has(attention.reason)),
    canEdit: mine,
    canDiscard: mine,
    mayHaveArrived: state !== 'sent' && mayHaveArrived(entry),
    hadArrived: arrival === 'before-edit',
    isAlertPending: state === 'sent',
    answers: null,
    isFromLink: false,
    isNotified: false,
  };
}

function viewOfReceipt(receipt: SubmissionReceipt, entries: readonly OutboxEntry[]): RequestView {
  const { id, form, createdAt, settledAt, alert, summary, hadArrived, known } = receipt;
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
    kind: form,
    summary: summary ?? null,
    createdAt,
    sentAt: settledAt,
    state,
    attention: null,
    cause: null,
    reservedUntil: null,
    file: null,
    ...no,
    hadArrived: hadArrived === true,
    answers: known ? answerView(id, known, entries, Date.now()) : null,
    isFromLink: receipt.isFromLink === true,
    isNotified: receipt.isNotified === true,
  };
}

import type { CustomerAnswer, CustomerBooking } from '../domain/booking-events.ts';
import type { VisitorWaitCause } from '../domain/reasons.ts';
import { referenceOf, type SubmissionKind, type Summary } from '../domain/submission.ts';
import { visitorCause, waitCause } from '../outbox/wait-cause.ts';
import {
  attentionOf,
  editedUntil,
  isReadable,
  stateOf,
  type FlushView,
  type ShownState,
} from '../outbox/entry.ts';
import { mutationOf, rateLimitIn } from '../outbox/mutation.ts';
import type { Queue } from '../outbox/queue.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention, KnownState, OutboxEntry } from '../store/device-schema.ts';
import { VISITOR_MUTATIONS } from './visitors.ts';
import type { CardFile, SubmissionReceipt, VisitorMutation } from './visitor-mutation.ts';

export type DeliveryState = ShownState | 'sent' | 'alert-not-sent';

/** The part of a card that every waiting entry has. */
interface WaitingCard {
  id: string;
  /** The reference of the submission, or of the booking that it is about. */
  reference: string;
  attention: Attention | null;
  /**
   * The cause of its wait, also during the next attempt; null before a failure, and in every other
   * state.
   */
  cause: VisitorWaitCause | null;
  canUndo: boolean;
  /** It waits, although the server may have it. */
  mayHaveArrived: boolean;
}

/** A submission as its sender sees it, waiting or delivered. */
export interface SubmissionCard extends WaitingCard {
  kind: SubmissionKind;
  /** Its service and day; null for a kind without them, and for receipts that kept none. */
  summary: Summary | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** When it was delivered, in ms since 1970; null before, and while its alert is being sent. */
  sentAt: number | null;
  state: DeliveryState;
  /** When it is sent as it was, in ms since 1970; null if its sender does not edit it. */
  editedUntil: number | null;
  /** Its waiting file; null for a delivered one. */
  file: CardFile | null;
  canRetry: boolean;
  canEdit: boolean;
  /** The server had it before its sender changed it, and keeps that version. */
  hasOnlyFormer: boolean;
  /** It is sent, and the office's email about it is not yet. */
  isAlertPending: boolean;
  /** A booking's state and answers; null before the server was asked. */
  answers: AnsweredBooking | null;
  /** It was stored from a link, at `createdAt`. */
  isFromLink: boolean;
  /** This device gets a notification of the office's answers. */
  isNotified: boolean;
}

/** An answer to a booking that may not have reached the server. */
export interface AnswerCard extends WaitingCard {
  bookingId: string;
  answer: CustomerAnswer;
}

/** A booking's last known state, with this device's waiting answers laid over. */
export interface AnsweredBooking {
  /** Null when the server knows no such booking. */
  state: CustomerBooking | null;
  /** When the server was asked, in ms since 1970. */
  readAt: number;
  unsent: AnswerCard | null;
}

/** Everything that was sent from this device, or waits on it. */
export interface MyRequests {
  /** Newest first. */
  submissions: SubmissionCard[];
  /** The answers that wait or were refused, newest first; also those to a booking in `submissions`. */
  answers: AnswerCard[];
}

/** Lists every visitor's entry and receipt on this device. */
export async function listMyRequests(
  db: Database,
  queue: Pick<Queue, 'list'>,
  readFlushView: () => Promise<FlushView>,
): Promise<MyRequests> {
  const [queued, receipts] = await Promise.all([
    queue.list(),
    withReopen(() => db.receipts.toArray()),
  ]);
  const entries = queued.filter(({ userId }) => userId === null);
  // Mostly nothing waits; and in a live query, an await of a foreign promise costs a slow phone
  // some 50 ms.
  const view = entries.length > 0 ? await readFlushView() : null;
  const cards = view === null ? [] : entries.flatMap((entry) => cardOf(entry, entries, view) ?? []);
  const delivered = receipts.flatMap(
    (receipt) => VISITOR_MUTATIONS[receipt.kind]?.shownReceipt(receipt) ?? [],
  );
  const submissions = [
    ...cards.filter((card) => 'kind' in card),
    ...delivered.map((receipt) => receiptCard(receipt, entries)),
  ];
  return {
    submissions: submissions.sort((a, b) => b.createdAt - a.createdAt),
    answers: cards.filter((card) => 'answer' in card).reverse(),
  };
}

/** Reasons that are refused again unless the sender edits or confirms. */
const NEEDS_CHANGE = new Set<Attention['reason']>([
  'invalid',
  'position-gone',
  'file-refused',
  'file-lost',
  'date-passed',
]);

/** Null for an entry whose card is another entry's, and for one of another context. */
function cardOf(
  entry: OutboxEntry,
  all: readonly OutboxEntry[],
  view: FlushView,
): SubmissionCard | AnswerCard | null {
  const { id, createdAt, isStored = false } = entry;
  const mutation = VISITOR_MUTATIONS[entry.kind];
  if (!mutation) return null;
  const isKnown = isReadable(entry);
  const card = mutation.card(entry);
  const attention = isKnown ? attentionOf(entry) : null;
  // A stored record counts as sent, whatever the alert's state.
  const state = isStored ? 'sent' : isKnown ? stateOf(entry, view) : 'waiting';
  const isWaiting = state === 'waiting' || state === 'sending';
  const undo = mutation.undo(entry, view.now);
  const isMine = isKnown && !isStored && state !== 'sending';
  const common: WaitingCard = {
    id,
    reference: referenceOf(card.type === 'answer' ? card.bookingId : id),
    attention,
    cause: isKnown && isWaiting ? causeOf(entry, all, view.now) : null,
    canUndo: isMine && undo.isPossible,
    mayHaveArrived: !isStored && undo.isPossible && undo.maybeTooLate,
  };
  if (card.type === 'answer')
    return isStored ? null : { ...common, bookingId: card.bookingId, answer: card.answer };
  return {
    ...common,
    kind: card.kind,
    summary: isKnown ? card.summary : null,
    createdAt,
    sentAt: null,
    state,
    editedUntil: isKnown ? editedUntil(entry) : null,
    file: card.file,
    canRetry: isMine && !(attention && NEEDS_CHANGE.has(attention.reason)),
    canEdit: isMine && mutation.editing !== null,
    hasOnlyFormer: entry.serverMayHave === 'only-former-record',
    isAlertPending: isStored,
    answers: null,
    isFromLink: false,
    isNotified: false,
  };
}

const causeOf = (entry: OutboxEntry, all: readonly OutboxEntry[], now: number) =>
  visitorCause(waitCause(entry, all, rateLimitIn(VISITOR_MUTATIONS), now));

function receiptCard(receipt: SubmissionReceipt, entries: readonly OutboxEntry[]): SubmissionCard {
  const { id, kind, createdAt, settledAt, alert, summary, hasOnlyFormer, known } = receipt;
  return {
    id,
    reference: referenceOf(id),
    kind,
    summary: summary ?? null,
    createdAt,
    sentAt: settledAt,
    state: alert === 'sent' ? 'sent' : 'alert-not-sent',
    attention: null,
    cause: null,
    editedUntil: null,
    file: null,
    canUndo: false,
    canRetry: false,
    canEdit: false,
    mayHaveArrived: false,
    isAlertPending: false,
    hasOnlyFormer: hasOnlyFormer === true,
    answers: known ? answeredBooking(id, known, entries, Date.now()) : null,
    isFromLink: receipt.isFromLink === true,
    isNotified: receipt.isNotified === true,
  };
}

/** A booking's view, from its last known state and the answers on this device. */
export function answeredBooking(
  id: string,
  { state, readAt }: KnownState,
  entries: readonly OutboxEntry[],
  now: number,
): AnsweredBooking {
  const waiting = entries
    .flatMap((entry): [OutboxEntry, VisitorMutation][] => {
      const mutation = mutationOf(VISITOR_MUTATIONS, entry);
      return mutation && isAbout(id, mutation, entry) ? [[entry, mutation]] : [];
    })
    .sort(([a], [b]) => a.createdAt - b.createdAt);
  const overlaid =
    state &&
    waiting
      .filter(([entry]) => !attentionOf(entry))
      .reduce((before, [entry, { overlay }]) => overlay(entry, before), state);
  const last = waiting.findLast(([{ isStored }]) => !isStored)?.[0];
  const card = last && cardOf(last, entries, { now, isFlushing: true });
  return { state: overlaid, readAt, unsent: card && 'answer' in card ? card : null };
}

function isAbout(bookingId: string, mutation: VisitorMutation, entry: OutboxEntry): boolean {
  const card = mutation.card(entry);
  return card.type === 'answer' && card.bookingId === bookingId;
}

/** The number of unsent submissions and answers on this device, including those that need their sender. */
export const countUnsent = (db: Database): Promise<number> =>
  // Not by a database filter, which reads entry by entry and delays a concurrent write.
  db.entries.toArray(
    (entries) => entries.filter(({ userId, isStored }) => userId === null && !isStored).length,
  );

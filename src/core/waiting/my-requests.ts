import type { CustomerAnswer } from '../domain/answers.ts';
import { comingVisits, isLater, visitOf, type CustomerBooking } from '../domain/booking-events.ts';
import type { Visit } from '../domain/visit.ts';
import type { VisitorWaitCause } from '../domain/reasons.ts';
import { type SubmissionKind, type Summary } from '../domain/submission.ts';
import { referenceOf } from '../domain/reference.ts';
import { visitorCause, waitCause } from '../outbox/wait-cause.ts';
import {
  attentionOf,
  editedUntil,
  isReadable,
  stateOf,
  type FlushView,
  type ShownState,
} from '../outbox/entry.ts';
import { rateLimitIn } from '../outbox/mutation.ts';
import type { Queue } from '../outbox/queue.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention, KnownState, OutboxEntry } from '../store/device-schema.ts';
import { withFormer } from './booking-receipts.ts';
import { cardOf, VISITOR_MUTATIONS } from '../mutations/visitors.ts';
import type {
  AnswerOnCard,
  CardFile,
  SubmissionReceipt,
  VisitorMutation,
} from '../mutations/visitor-mutation.ts';

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
  answers: AnsweredRequest | null;
  /** It was stored from a link, at `createdAt`. */
  isFromLink: boolean;
  /** This device gets a notification of the office's answers. */
  isNotified: boolean;
}

/** An answer to a booking that may not have reached the server. */
export interface AnswerCard extends WaitingCard {
  bookingId: string;
  /** The request that shows the booking: the first one of the series that it is a visit of, or itself. */
  requestId: string;
  answer: CustomerAnswer;
  /** The visit that it was given for. */
  visit: Visit;
  /** The visit that `asked` asks for; null for the other answers. */
  other: Visit | null;
  isSending: boolean;
}

/** A booking's newest state on this device, with the waiting answers laid over that it admits. */
export interface AnsweredBooking {
  /** Null when the server knows no such booking, and before it was asked. */
  state: CustomerBooking | null;
  /** The last state of a booking that the server no longer knows; absent if this device saw none. */
  former?: CustomerBooking;
  /** When the server was asked, in ms since 1970; null before. */
  readAt: number | null;
  /** The same without the waiting answers, for a further answer; null before the server was asked. */
  known: KnownState | null;
  unsent: AnswerCard | null;
  /** `unsent` is laid over `state`. */
  isLaidOver: boolean;
}

/** A booking that its customer requested, with the visits of its series. */
export interface AnsweredRequest extends AnsweredBooking {
  /** The coming ones, soonest first, then others with an answer that waits or was refused. */
  visits: readonly AnsweredBooking[];
}

/** A booking with an answer that waits or was refused. */
export type UnsentAnswer = AnsweredBooking & { unsent: AnswerCard };

/** Everything that was sent from this device, or waits on it. */
export interface MyRequests {
  /** Newest first. */
  submissions: SubmissionCard[];
  /** One for each answer, newest first; also those to a booking in `submissions`. */
  answers: UnsentAnswer[];
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
  const view = entries.length > 0 ? await readFlushView() : NOTHING_WAITS;
  const cards = entries.flatMap((entry) => waitingCard(entry, entries, view) ?? []);
  const delivered = receipts.flatMap(
    (receipt) => VISITOR_MUTATIONS[receipt.kind]?.shownReceipt(receipt) ?? [],
  );
  const submissions = [
    ...cards.filter((card) => 'kind' in card),
    ...delivered.map((receipt) => receiptCard(receipt, entries, view)),
  ];
  const answers = answersAmong(entries)
    .map((answer) => viewOf([answer], null, entries, view))
    .filter((booking) => booking?.unsent != null);
  return {
    submissions: submissions.sort((a, b) => b.createdAt - a.createdAt),
    answers: (answers as UnsentAnswer[]).reverse(),
  };
}

const NOTHING_WAITS: FlushView = { now: 0, isFlushing: false };

/** Reasons that are refused again unless the sender edits or confirms. */
const NEEDS_CHANGE = new Set<Attention['reason']>([
  'invalid',
  'position-gone',
  'file-refused',
  'file-lost',
  'date-passed',
  'time-passed',
]);

/** Null for a stored answer, which its booking's card shows, and for an entry of another context. */
function waitingCard(
  entry: OutboxEntry,
  all: readonly OutboxEntry[],
  view: FlushView,
): SubmissionCard | AnswerCard | null {
  const { id, createdAt, isStored = false } = entry;
  const mutation = VISITOR_MUTATIONS[entry.kind];
  const card = cardOf(entry);
  if (!mutation || !card) return null;
  const isKnown = isReadable(entry);
  const attention = isKnown ? attentionOf(entry) : null;
  // A stored record counts as sent, whatever the alert's state.
  const state = isStored ? 'sent' : isKnown ? stateOf(entry, view) : 'waiting';
  const isWaiting = state === 'waiting' || state === 'sending';
  const undo = mutation.undo(entry, view.now);
  const isMine = isKnown && !isStored && state !== 'sending';
  const common: WaitingCard = {
    id,
    reference: referenceOf(card.type === 'answer' ? card.requestId : id),
    attention,
    cause: isKnown && isWaiting ? causeOf(entry, all, view.now) : null,
    canUndo: isMine && undo.isPossible,
    mayHaveArrived: !isStored && undo.isPossible && undo.maybeTooLate,
  };
  if (card.type === 'answer')
    return isStored
      ? null
      : {
          ...common,
          bookingId: card.bookingId,
          requestId: card.requestId,
          answer: card.answer,
          visit: card.visit,
          other: card.other,
          isSending: state === 'sending',
        };
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

function receiptCard(
  receipt: SubmissionReceipt,
  entries: readonly OutboxEntry[],
  view: FlushView,
): SubmissionCard {
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
    answers: answeredBooking(id, known ?? null, entries, view),
    isFromLink: receipt.isFromLink === true,
    isNotified: receipt.isNotified === true,
  };
}

/** A customer's answer among the entries. */
interface AnswerEntry {
  entry: OutboxEntry;
  mutation: VisitorMutation;
  card: AnswerOnCard;
}

/** The answers among the entries, oldest first. */
const answersAmong = (entries: readonly OutboxEntry[]): AnswerEntry[] =>
  entries
    .flatMap((entry): AnswerEntry[] => {
      const mutation = VISITOR_MUTATIONS[entry.kind];
      const card = cardOf(entry);
      return mutation && card?.type === 'answer' ? [{ entry, mutation, card }] : [];
    })
    .sort((a, b) => a.entry.createdAt - b.entry.createdAt);

/**
 * A request's view, from its last known state and the answers on this device; null without either.
 */
export function answeredBooking(
  id: string,
  known: KnownState | null,
  entries: readonly OutboxEntry[],
  view: FlushView,
): AnsweredRequest | null {
  const answers = answersAmong(entries).filter(({ card }) => card.requestId === id);
  const to = (bookingId: string) => answers.filter(({ card }) => card.bookingId === bookingId);
  const own = viewOf(to(id), known, entries, view);
  if (!own) return null;
  const { state, readAt } = own;
  const listed = state ? comingVisits(state).map((visit) => visit.id) : [];
  const unsent = answers.filter(({ entry }) => !entry.isStored).map(({ card }) => card.bookingId);
  const ids = new Set([...listed, ...unsent]);
  ids.delete(id);
  const visits = [...ids].flatMap((visitId) => {
    const visit = state && visitOf(state, visitId);
    const knownVisit = visit && readAt !== null ? { state: visit, readAt } : null;
    return viewOf(to(visitId), knownVisit, entries, view) ?? [];
  });
  return {
    ...own,
    state: state && answers.filter(isPossible).reduce(laidOver, state),
    visits,
  };
}

/** True for an answer that waits or is stored, but not for a refused or unreadable one. */
const isPossible = ({ entry }: AnswerEntry): boolean => isReadable(entry) && !attentionOf(entry);

const laidOver = (state: CustomerBooking, { entry, mutation }: AnswerEntry): CustomerBooking =>
  mutation.overlay(entry, state);

/** The state with more events; of the same, the one that was read last. */
function newest(one: KnownState | null, other: KnownState | null): KnownState | null {
  if (!one || !other) return one ?? other;
  const isSame = isLater(one.state, other.state) && isLater(other.state, one.state);
  const isOther = isSame ? other.readAt > one.readAt : isLater(other.state, one.state);
  return isOther ? withFormer(other, one) : withFormer(one, other);
}

/** The booking of these answers. */
function viewOf(
  answers: readonly AnswerEntry[],
  known: KnownState | null,
  all: readonly OutboxEntry[],
  view: FlushView,
): AnsweredBooking | null {
  const newestKnown = answers
    .map(({ card }) => card.known)
    .reduce<KnownState | null>(newest, known);
  const { state = null, former, readAt = null } = newestKnown ?? {};
  const overlaid = state && answers.filter(isPossible).reduce(laidOver, state);
  const last = answers.findLast(({ entry }) => !entry.isStored)?.entry;
  const card = last && waitingCard(last, all, view);
  const unsent = card && 'answer' in card ? card : null;
  if (readAt === null && !unsent) return null;
  return {
    state: overlaid,
    ...(former && { former }),
    readAt,
    known: newestKnown,
    unsent,
    isLaidOver: overlaid !== state,
  };
}

/** The number of unsent submissions and answers on this device, including those that need their sender. */
export const countUnsent = (db: Database): Promise<number> =>
  // Not by a database filter, which reads entry by entry and delays a concurrent write.
  db.entries.toArray(
    (entries) =>
      entries.filter(({ kind, isStored }) => VISITOR_MUTATIONS[kind] && !isStored).length,
  );

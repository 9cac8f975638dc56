import {
  offerOf,
  withAnswer,
  type CustomerAnswer,
  type RequestState,
} from '../domain/booking-events.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { visitorCause, waitCause } from '../outbox/backoff.ts';
import { attentionOf, isReadable } from '../outbox/entry.ts';
import { removeEntry } from '../outbox/queue.ts';
import type { Read, RequestsBackend } from '../server/backend.ts';
import { withReopen, type Database } from '../store/database.ts';
import type {
  Attention,
  KnownState,
  OutboxEntry,
  Receipt,
  RequestAnswerEntry,
  SubmissionReceipt,
} from '../store/rows.ts';
import { answerRateLimit, isRequestAnswer } from './request-answer-kind.ts';
import { isSubmissionReceipt } from './submission-kind.ts';

/** An answer given on this device that may not have reached the server. */
export interface UnsentAnswer {
  id: string;
  kind: CustomerAnswer;
  /** Why it waits; null before a failure. */
  cause: WaitCause | null;
  attention: Attention | null;
}

/** A booking's last known state, with this device's waiting answers laid over. */
export interface AnswerView {
  /** Null when the server knows no such request. */
  state: RequestState | null;
  /** When the server was asked, in ms since 1970. */
  readAt: number;
  unsent: UnsentAnswer | null;
}

const IDS_PER_CALL = 50;

/** Reads the states of any number of requests. */
export async function readStates(
  backend: Pick<RequestsBackend, 'requestStates'>,
  ids: readonly string[],
  timeoutMs: number,
): Promise<Read<RequestState[]>> {
  const states: RequestState[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_CALL) {
    const read = await backend.requestStates(ids.slice(at, at + IDS_PER_CALL), timeoutMs);
    if (read.outcome !== 'answered') return read;
    states.push(...read.value);
  }
  return { outcome: 'answered', value: states };
}

/**
 * False for an answer of the server that is older than the stored one. Events are counted, because
 * clocks are set and answers overtake each other.
 */
export const isLater = ({ state }: KnownState, stored: KnownState | undefined): boolean =>
  !state || !stored?.state || state.sequence >= stored.state.sequence;

/**
 * Stores states in the receipts of their bookings; without a receipt a state is not stored. Never
 * rejects, because the states are read again.
 */
export const storeStates = (db: Database, fresh: ReadonlyMap<string, KnownState>): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.receipts, async () => {
      for (const receipt of await db.receipts.bulkGet([...fresh.keys()])) {
        const known = receipt && fresh.get(receipt.id);
        if (!known || !isSubmissionReceipt(receipt) || !isLater(known, receipt.known)) continue;
        const next: SubmissionReceipt = { ...receipt, known };
        await db.receipts.put(next);
      }
    }),
  ).catch((error: unknown) =>
    console.warn('States of bookings could not be stored on this device:', error),
  );

/** Stores a request that a link opened, as a receipt. */
export const storeLinkedRequest = (
  db: Database,
  id: string,
  known: KnownState,
  now: number,
): Promise<unknown> => {
  const receipt: SubmissionReceipt = {
    id,
    kind: 'submission',
    userId: null,
    settledAt: now,
    refusal: null,
    form: 'booking',
    createdAt: now,
    alert: 'sent',
    known,
    isFromLink: true,
  };
  return withReopen(() => db.receipts.put(receipt));
};

/** Notes in a booking's receipt whether this device gets its notifications. */
export const noteNotified = (db: Database, id: string, isNotified: boolean): Promise<unknown> =>
  withReopen(() =>
    db.transaction('rw', db.receipts, async () => {
      const receipt = await db.receipts.get(id);
      if (!receipt || !isSubmissionReceipt(receipt)) return;
      const next: SubmissionReceipt = { ...receipt, isNotified };
      await db.receipts.put(next);
    }),
  );

/** The ids of the bookings whose answers this device is notified of. */
export const notifiedRequests = async (db: Database): Promise<string[]> =>
  (await withReopen(() => db.receipts.toArray()))
    .filter((receipt) => isSubmissionReceipt(receipt) && receipt.isNotified)
    .map(({ id }) => id);

/**
 * True for a booking that is to come: its receipt holds its customer's key. `today`: London's day,
 * `YYYY-MM-DD`.
 */
export function isAhead(receipt: Receipt, today: string): boolean {
  if (!isSubmissionReceipt(receipt)) return false;
  const { known, summary } = receipt;
  const { status = 'pending', day } = (known ? known.state : summary && { day: summary.day }) ?? {};
  return day !== undefined && day >= today && (status === 'pending' || status === 'confirmed');
}

/** Removes an answer that was refused; any other stays. */
export const removeRefused = (db: Database, id: string): Promise<void> =>
  withReopen(() =>
    db.transaction('rw', db.entries, db.files, async () => {
      const entry = await db.entries.get(id);
      if (entry && isReadable(entry) && isRequestAnswer(entry) && attentionOf(entry))
        await removeEntry(db, id);
    }),
  );

/** A booking's view, from its last known state and the answers on this device. */
export function answerView(
  id: string,
  { state, readAt }: KnownState,
  entries: readonly OutboxEntry[],
  now: number,
): AnswerView {
  const waiting = entries
    .filter(isRequestAnswer)
    .filter(({ bookingId }) => bookingId === id)
    .sort((a, b) => a.createdAt - b.createdAt);
  const last = waiting.findLast(({ isStored }) => !isStored);
  return {
    state: state && waiting.filter((entry) => !attentionOf(entry)).reduce(layOver, state),
    readAt,
    unsent: last ? viewOfAnswer(last, entries, now) : null,
  };
}

type GivenAnswer = Pick<RequestAnswerEntry, 'id' | 'answer' | 'offerEventId'>;

/** Lays an answer over, unless the state has it, or another offer than the answer's. */
function layOver(state: RequestState, { id, answer, offerEventId }: GivenAnswer): RequestState {
  if (state.last?.id === id) return state;
  const offer = offerOf(state);
  if (answer !== 'cancelled' && offer?.id !== offerEventId) return state;
  const { day = null, time_slot: slot = null } = answer === 'accepted' ? (offer ?? {}) : {};
  const event = { id, kind: answer, day, time_slot: slot };
  const last = {
    ...event,
    actor: 'customer' as const,
    message: null,
    created_at: state.updated_at,
  };
  return { ...withAnswer(state, 'customer', event), last, sequence: state.sequence + 1 };
}

function viewOfAnswer(
  entry: RequestAnswerEntry,
  all: readonly OutboxEntry[],
  now: number,
): UnsentAnswer {
  return {
    id: entry.id,
    kind: entry.answer,
    cause: visitorCause(waitCause(entry, all, answerRateLimit, now)),
    attention: attentionOf(entry),
  };
}

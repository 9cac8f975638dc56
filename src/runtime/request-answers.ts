import { useEffect, useState, useSyncExternalStore } from 'react';
import type { CustomerAnswer, RequestState } from '../core/domain/booking-events.ts';
import type { RetryReason } from '../core/domain/reasons.ts';
import { requestTimeout } from '../core/outbox/backoff.ts';
import type { Outcome } from '../core/outbox/entry.ts';
import { enqueue, retryEntry } from '../core/outbox/queue.ts';
import { WAITS } from '../core/outbox/waits.ts';
import type { KnownState } from '../core/store/rows.ts';
import { createRequestAnswer } from '../core/submissions/request-answer-kind.ts';
import {
  answerView,
  readStates,
  removeRefused,
  storeLinkedRequest,
  type AnswerView,
  type UnsentAnswer,
} from '../core/submissions/request-states.ts';
import { db } from './database.ts';
import { onReturn } from './listeners.ts';
import { backendWhenNeeded, requestFlush } from './outbox.ts';
import { queue } from './queue.ts';
import { noteStates, onStates, statesOfPage, type KnownStates } from './request-states.ts';
import { followLate, queueEntry, whenSent } from './send.ts';
import { useStored } from './use-stored.ts';
import { requestSync } from './worker.ts';

/** By booking: a second press meanwhile is the same answer. */
const underWay = new Map<string, Promise<Outcome>>();

/** Sends a customer's answer, or stores it until it can be sent. */
export function answerBooking(answer: CustomerAnswer, state: RequestState): Promise<Outcome> {
  const { id } = state;
  const running = underWay.get(id) ?? giveAnswer(answer, state).finally(() => underWay.delete(id));
  underWay.set(id, running);
  return running;
}

async function giveAnswer(answer: CustomerAnswer, state: RequestState): Promise<Outcome> {
  const fresh = createRequestAnswer(answer, state, Date.now());
  // An answer that could not be stored may have arrived: given again, it has the same id.
  const entry = queue.memory.takeSame(fresh)?.entry ?? fresh;
  const store = () => enqueue(db, entry, null).then(() => ({ id: entry.id, isSent: false }));
  const queued = await queueEntry(entry, null, store, WAITS.store);
  void requestSync(queued.id);
  const outcome = await whenSent(queued);
  if (outcome.outcome === 'not-stored') queue.memory.park(entry.id);
  followLate(queued);
  return outcome;
}

/** Sends a waiting answer now. */
export async function retryAnswer({ id }: UnsentAnswer): Promise<void> {
  await retryEntry(queue, id);
  await requestFlush({ eager: true });
}

/** Removes an answer that was refused. */
export async function removeAnswer({ id }: UnsentAnswer): Promise<void> {
  if (queue.memory.has(id)) queue.memory.drop(id);
  else await removeRefused(db, id);
}

/** Stores a request that a link opened, so that My requests lists it. */
export const storeOnDevice = (id: string, known: KnownState): Promise<unknown> =>
  storeLinkedRequest(db, id, known, Date.now());

export interface StatesReading {
  /** A reading that its person asked for is under way. */
  isReading: boolean;
  /** Why the last reading failed; null after a success. */
  failure: RetryReason | 'refused' | null;
  refresh: () => void;
}

/** Reads the states of bookings. Returns why that failed; null after a success. */
async function readAll(ids: readonly string[]): Promise<StatesReading['failure']> {
  const readAt = Date.now();
  const read = await readStates(backendWhenNeeded, ids, requestTimeout(null, 'page'));
  if (read.outcome !== 'answered') return read.outcome === 'retry' ? read.reason : 'refused';
  const states = new Map(read.value.map((state) => [state.id, state]));
  await noteStates(new Map(ids.map((id) => [id, { state: states.get(id) ?? null, readAt }])));
  return null;
}

/**
 * Reads the states of bookings when the page opens, when its person or the connection returns, and
 * on demand. Without ids it asks nothing.
 */
export function useStatesReading(ids: readonly string[]): StatesReading {
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<StatesReading['failure']>(null);
  const key = ids.join();

  useEffect(() => {
    if (!key) return;
    const again = () => void readAll(key.split(',')).then(setFailure);
    again();
    const stop = onReturn(again);
    addEventListener('online', again);
    return () => {
      stop();
      removeEventListener('online', again);
    };
  }, [key]);
  const refresh = () => {
    setReading(true);
    void readAll(key.split(','))
      .then(setFailure)
      .finally(() => setReading(false));
  };
  return { isReading, failure, refresh };
}

const NO_STATES: KnownStates = new Map();

/** The state that this page read of a request; undefined before that. */
export const useStateOfPage = (id: string): KnownState | undefined =>
  useSyncExternalStore(onStates, statesOfPage, () => NO_STATES).get(id);

/** The view of a request that a link opened; null before its state is known. */
export function useLinkedView(id: string, known: KnownState | undefined): AnswerView | null {
  const { value } = useStored(async () => {
    // Where nothing can be stored, nothing is laid over.
    const entries = await queue.list().catch(() => []);
    return { entries, now: Date.now() };
  });
  return known && value ? answerView(id, known, value.entries, value.now) : null;
}

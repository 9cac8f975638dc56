import { useEffect, useState } from 'react';
import type { CustomerAnswer, RequestState } from '../core/domain/booking-events.ts';
import type { RetryReason } from '../core/domain/reasons.ts';
import { requestTimeout } from '../core/outbox/backoff.ts';
import type { Outcome } from '../core/outbox/entry.ts';
import { enqueue, retryEntry } from '../core/outbox/queue.ts';
import { WAITS } from '../core/outbox/waits.ts';
import type { KnownState } from '../core/store/rows.ts';
import { withReopen } from '../core/store/database.ts';
import { createRequestAnswer } from '../core/submissions/request-answer-kind.ts';
import {
  answerView,
  closeAnswer,
  keepRequest,
  keepStates,
  readStates,
  type AnswerView,
  type UnsentAnswer,
} from '../core/submissions/request-states.ts';
import { db } from './database.ts';
import { onReturn } from './listeners.ts';
import { backendWhenNeeded, requestFlush } from './outbox.ts';
import { queue } from './queue.ts';
import { followLate, queueEntry, whenSent } from './send.ts';
import { useStored } from './use-stored.ts';
import { requestSync } from './worker.ts';

/** Sends a customer's answer, or stores it until it can be sent. */
export async function answerBooking(answer: CustomerAnswer, state: RequestState): Promise<Outcome> {
  const entry = createRequestAnswer(answer, state, Date.now());
  const store = () => enqueue(db, entry, null).then(() => ({ id: entry.id, isSent: false }));
  const queued = await queueEntry(entry, null, store, WAITS.store);
  void requestSync(queued.id);
  const outcome = await whenSent(queued);
  // An answer that is neither stored nor sent is given again by its customer.
  if (!queued.isStored && outcome.outcome !== 'done') queue.memory.drop(entry.id);
  followLate(queued);
  return outcome;
}

/** Sends a waiting answer now. */
export async function retryAnswer({ id }: UnsentAnswer): Promise<void> {
  await retryEntry(queue, id);
  await requestFlush({ eager: true });
}

/** Removes an answer that needs its customer. */
export const removeAnswer = ({ id }: UnsentAnswer): Promise<void> => closeAnswer(db, id);

/** Keeps a request that a link opened in My requests. */
export const keepOnDevice = (id: string, known: KnownState): Promise<unknown> =>
  keepRequest(db, id, known, Date.now());

export interface ReadStates {
  /** The reading that a person asked for runs. */
  isReading: boolean;
  /** Why the last reading failed; null after a success. */
  failure: RetryReason | 'refused' | null;
  /** What was read on this page, by id. */
  read: ReadonlyMap<string, KnownState>;
  refresh: () => void;
}

type Reading = Pick<ReadStates, 'failure' | 'read'>;

/** Reads the states of bookings, and keeps them in their receipts. */
async function readKnown(ids: readonly string[]): Promise<Reading> {
  const readAt = Date.now();
  const answer = await readStates(backendWhenNeeded, ids, requestTimeout(null, 'page'));
  if (answer.outcome !== 'answered')
    return {
      failure: answer.outcome === 'retry' ? answer.reason : 'refused',
      read: new Map(),
    };
  const states = new Map(answer.value.map((state) => [state.id, state]));
  const read = new Map(ids.map((id) => [id, { state: states.get(id) ?? null, readAt }]));
  await keepStates(db, read).catch((error: unknown) =>
    console.warn('The answers to requests could not be kept on this device:', error),
  );
  return { failure: null, read };
}

/**
 * Reads the states of bookings when the page opens, when its person or the connection returns, and
 * on demand. Without ids it asks nothing.
 */
export function useRequestStates(ids: readonly string[]): ReadStates {
  const [isReading, setReading] = useState(false);
  const [{ failure, read }, setKnown] = useState<Reading>({ failure: null, read: new Map() });
  const key = ids.join();

  const add = (fresh: Reading) =>
    setKnown((before) => ({ ...fresh, read: new Map([...before.read, ...fresh.read]) }));

  useEffect(() => {
    if (!key) return;
    const again = () => void readKnown(key.split(',')).then(add);
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
    void readKnown(key.split(','))
      .then(add)
      .finally(() => setReading(false));
  };
  return { isReading, failure, read, refresh };
}

/** The view of a request that a link opened; null before its state is known. */
export function useLinkedView(id: string, known: KnownState | undefined): AnswerView | null {
  const { value } = useStored(async () => {
    // Where nothing can be stored, nothing is laid over.
    const [entries, receipts] = await Promise.all([
      queue.list().catch(() => []),
      withReopen(() => db.receipts.toArray()).catch(() => []),
    ]);
    return { entries, receipts, now: Date.now() };
  });
  if (!known || !value) return null;
  return answerView(id, known, value.entries, value.receipts, value.now);
}

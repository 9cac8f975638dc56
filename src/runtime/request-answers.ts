import { useCallback, useEffect, useEffectEvent, useState } from 'react';
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

/**
 * Reads the states of bookings when the page opens, when its person or the connection returns, and
 * on demand, and keeps them in their receipts. Without ids it asks nothing.
 */
export function useRequestStates(ids: readonly string[]): ReadStates {
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<ReadStates['failure']>(null);
  const [read, setRead] = useState<ReadStates['read']>(new Map());
  const key = ids.join();

  const refresh = useCallback(async () => {
    const asked = key ? key.split(',') : [];
    if (asked.length === 0) return;
    const readAt = Date.now();
    const answer = await readStates(backendWhenNeeded, asked, requestTimeout(null, 'page'));
    if (answer.outcome !== 'answered') {
      setFailure(answer.outcome === 'retry' ? answer.reason : 'refused');
      return;
    }
    setFailure(null);
    const states = new Map(answer.value.map((state) => [state.id, state]));
    const known = new Map(asked.map((id) => [id, { state: states.get(id) ?? null, readAt }]));
    setRead((before) => new Map([...before, ...known]));
    await keepStates(db, known).catch((error: unknown) =>
      console.warn('The answers to requests could not be kept on this device:', error),
    );
  }, [key]);

  const onChange = useEffectEvent(() => void refresh());
  useEffect(() => onChange(), [key]);
  useEffect(() => {
    const again = () => onChange();
    const stop = onReturn(again);
    addEventListener('online', again);
    return () => {
      stop();
      removeEventListener('online', again);
    };
  }, []);
  const ask = () => {
    setReading(true);
    void refresh().finally(() => setReading(false));
  };
  return { isReading, failure, read, refresh: ask };
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

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RetryReason } from '../core/domain/reasons.ts';
import { noteInAnswers, readStates, storeLinkedBooking } from '../core/waiting/booking-receipts.ts';
import { answeredBooking, type AnsweredRequest } from '../core/waiting/my-requests.ts';
import { requestTimeout } from '../core/outbox/backoff.ts';
import type { KnownState } from '../core/store/device-schema.ts';
import { noteStates, onStates, statesOfPage, type KnownStates } from './booking-states.ts';
import { db } from './database.ts';
import { readFlushView, useFlushEnds } from './flush-view.ts';
import { onReturn } from './listeners.ts';
import { backendWhenNeeded, outbox } from './outbox.ts';
import { useStored } from './use-stored.ts';

/** Stores a booking that a link opened, so that My requests lists it. */
export const storeOnDevice = (id: string, known: KnownState): Promise<unknown> =>
  storeLinkedBooking(db, id, known, Date.now());

export interface StatesReading {
  /** A reading that its person asked for is under way. */
  isReading: boolean;
  /** Why the last reading failed; null after a success. */
  failure: RetryReason | 'refused' | null;
  /** When the last reading on demand succeeded, in ms since 1970; null before, and after a failure. */
  checkedAt: number | null;
  refresh: () => void;
}

/** Reads the states of bookings. Returns why that failed; null after a success. */
async function readAll(ids: readonly string[]): Promise<StatesReading['failure']> {
  const readAt = Date.now();
  const read = await readStates(backendWhenNeeded, ids, requestTimeout(null, 'page'));
  if (read.outcome !== 'read') return read.outcome === 'retry' ? read.reason : 'refused';
  const states = new Map(read.value.map((state) => [state.id, state]));
  const fresh = new Map(ids.map((id) => [id, { state: states.get(id) ?? null, readAt }]));
  await noteStates(fresh);
  // The server decides the answers to a booking that changed.
  if (await noteInAnswers(outbox.queue, fresh)) void outbox.requestFlush({ eager: true });
  return null;
}

/**
 * Reads the states of bookings when the page opens, when its person or the connection returns, and
 * on demand. Without ids it asks nothing.
 */
export function useStatesReading(ids: readonly string[]): StatesReading {
  const [isReading, setReading] = useState(false);
  const [failure, setFailure] = useState<StatesReading['failure']>(null);
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
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
      .then((failed) => {
        setFailure(failed);
        setCheckedAt(failed === null ? Date.now() : null);
      })
      .finally(() => setReading(false));
  };
  return { isReading, failure, checkedAt, refresh };
}

const NO_STATES: KnownStates = new Map();

/** The state that this page read of a booking; undefined before that. */
export const useStateOfPage = (id: string): KnownState | undefined =>
  useSyncExternalStore(onStates, statesOfPage, () => NO_STATES).get(id);

/**
 * A booking that a link opened; null before its state is known, by `known` or by an answer on this
 * device.
 */
export function useLinkedBooking(
  id: string,
  known: KnownState | undefined,
): AnsweredRequest | null {
  const [ends, showSending] = useFlushEnds();
  const { value } = useStored(async () => {
    // Where nothing can be stored, nothing is laid over.
    const entries = await outbox.queue.list().catch(() => []);
    return { entries, view: await readFlushView() };
  }, [ends]);
  const booking = value ? answeredBooking(id, known ?? null, value.entries, value.view) : null;
  const isSending = booking
    ? [booking, ...booking.visits].some(({ unsent }) => unsent?.isSending)
    : false;
  useEffect(() => showSending(isSending), [isSending, showSending]);
  return booking;
}

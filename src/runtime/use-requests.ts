import { useEffect, useMemo, useState } from 'react';
import { isClosed } from '../core/store/database.ts';
import { listRequests, type RequestView } from '../core/submissions/requests.ts';
import { useAvailability, useStored } from './use-stored.ts';
import { db } from './database.ts';
import { lookAround, useFlushEnds } from './flushes.ts';

export type Requests =
  | { status: 'loading' }
  /** This browser can't keep anything. */
  | { status: 'unavailable' }
  /** The browser's storage can't be opened now, or has not answered for some seconds. It may yet. */
  | { status: 'silent' }
  | { status: 'ready'; requests: RequestView[] };

/** One of them, and how the list was read that it is from: of a list that is `ready`, null says that this device has no such request. */
export function useRequest(reference: string): {
  request: RequestView | null;
  status: Requests['status'];
} {
  const loaded = useRequests();
  const request =
    loaded.status === 'ready' && loaded.requests.find((one) => one.reference === reference);
  return { request: request || null, status: loaded.status };
}

const PATIENCE_MS = 5_000;

/** Every submission this device knows of, newest first, kept up to date whoever changes it. */
export function useRequests(): Requests {
  const [ends, showSending] = useFlushEnds();
  const [isLate, setLate] = useState(false);
  const { value: requests, error } = useStored(() => listRequests(db, lookAround), [ends]);
  useEffect(() => showSending(requests?.some(({ state }) => state === 'sending') ?? false));
  const isBlocked = useAvailability() === 'blocked';
  const isAnswered = requests !== undefined || error !== null;
  useEffect(() => {
    if (isAnswered) return;
    const timer = setTimeout(setLate, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  return useMemo(() => {
    if (requests) return { status: 'ready', requests };
    if (error !== null && (isBlocked || !isClosed(error))) return { status: 'unavailable' };
    return { status: error !== null || isLate ? 'silent' : 'loading' };
  }, [requests, error, isBlocked, isLate]);
}

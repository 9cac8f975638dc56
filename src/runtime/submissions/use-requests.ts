import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { listRequests, type RequestView } from '../../core/submissions/requests.ts';
import { db } from '../outbox/outbox.ts';
import { lookAround, useFlushEnds } from './flushes.ts';

export type Requests =
  | { status: 'loading' }
  /** This browser can't keep anything. */
  | { status: 'unavailable' }
  /** The browser's storage has not answered for some seconds. It may yet. */
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
  const loaded = useLiveQuery(async (): Promise<Requests> => {
    try {
      return { status: 'ready', requests: await listRequests(db, lookAround) };
    } catch {
      return { status: 'unavailable' };
    }
  }, [ends]);
  useEffect(() =>
    showSending(
      loaded?.status === 'ready' && loaded.requests.some(({ state }) => state === 'sending'),
    ),
  );
  const isAnswered = loaded !== undefined;
  useEffect(() => {
    if (isAnswered) return;
    const timer = setTimeout(setLate, PATIENCE_MS, true);
    return () => clearTimeout(timer);
  }, [isAnswered]);
  if (loaded) return loaded;
  // Without IndexedDB a live query never answers.
  if (typeof indexedDB === 'undefined') return { status: 'unavailable' };
  return { status: isLate ? 'silent' : 'loading' };
}

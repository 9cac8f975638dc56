import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { listRequests, type RequestView } from '../../core/submissions/requests.ts';
import { db } from '../outbox/outbox.ts';
import { lookAround, useFlushEnds } from './flushes.ts';

export type Requests =
  | { status: 'loading' }
  /** This browser can't keep anything. */
  | { status: 'unavailable' }
  | { status: 'ready'; requests: RequestView[] };

/** One of them; undefined until it is read, and where this browser keeps none. */
export function useRequest(reference: string): RequestView | undefined {
  const loaded = useRequests();
  return loaded.status === 'ready' ? loaded.requests.find((request) => request.reference === reference) : undefined;
}

/** Every submission this device knows of, newest first, kept up to date whoever changes it. */
export function useRequests(): Requests {
  const [ends, showSending] = useFlushEnds();
  const loaded = useLiveQuery(async (): Promise<Requests> => {
    try {
      return { status: 'ready', requests: await listRequests(db, lookAround) };
    } catch {
      return { status: 'unavailable' };
    }
  }, [ends]);
  useEffect(() => showSending(loaded?.status === 'ready' && loaded.requests.some(({ state }) => state === 'sending')));
  // Without IndexedDB a live query never answers.
  return loaded ?? { status: typeof indexedDB === 'undefined' ? 'unavailable' : 'loading' };
}

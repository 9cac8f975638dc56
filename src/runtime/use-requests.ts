import { useLiveQuery } from 'dexie-react-hooks';
import { listRequests, type RequestView } from '../core/outbox/requests.ts';
import { db } from './outbox.ts';

export type Requests =
  | { status: 'loading' }
  /** This browser can't keep anything. */
  | { status: 'unavailable' }
  | { status: 'ready'; requests: RequestView[] };

/** Every submission this device knows of, newest first, kept up to date whoever changes it. */
export function useRequests(): Requests {
  const loaded = useLiveQuery(async (): Promise<Requests> => {
    try {
      return { status: 'ready', requests: await listRequests(db, Date.now()) };
    } catch {
      return { status: 'unavailable' };
    }
  });
  // Without IndexedDB a live query never answers.
  return loaded ?? { status: typeof indexedDB === 'undefined' ? 'unavailable' : 'loading' };
}

import { useObservable } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { liveRead, type LiveRead } from '../core/store/live-read.ts';
import type { Availability } from '../core/store/reopening-database.ts';
import { db } from './database.ts';

const UNREAD = { value: undefined, error: null };

/**
 * A value read from the device's databases, again after each change, and after a failure once they
 * are open again. Also read again when one of `deps` changes.
 */
export const useStored = <T>(read: () => Promise<T>, deps: readonly unknown[] = []): LiveRead<T> =>
  useObservable(() => liveRead(read), [...deps]) ?? UNREAD;

/** Whether this browser lets the site store anything now. */
export const useAvailability = (): Availability =>
  useSyncExternalStore(
    db.onAvailability,
    () => db.availability,
    () => 'available',
  );

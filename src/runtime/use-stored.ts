import { useObservable } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { liveRead, type LiveRead } from '../core/store/live-read.ts';
import { onReopened, type Availability } from '../core/store/reopening-database.ts';
import { db } from './database.ts';

const UNREAD = { value: undefined, error: null };

/**
 * What is read from the device's databases, again whenever it changes, and after a failure once they are open again. `read` is read
 * anew when one of `deps` changes.
 */
export const useStored = <T>(read: () => Promise<T>, deps: readonly unknown[] = []): LiveRead<T> =>
  useObservable(() => liveRead(read), [...deps]) ?? UNREAD;

/** Whether this browser lets the site keep anything now. */
export const useAvailability = (): Availability =>
  useSyncExternalStore(
    db.onAvailability,
    () => db.availability,
    () => 'available',
  );

let reopenings = 0;
onReopened(() => reopenings++);

/** Another number once a database was opened again after a failure: for what is read outside of live queries. */
export const useReopenings = (): number =>
  useSyncExternalStore(
    onReopened,
    () => reopenings,
    () => 0,
  );

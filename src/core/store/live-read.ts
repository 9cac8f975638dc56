import { liveQuery, type Observable } from 'dexie';

/** What was read last, and why the newest read failed; null when it did not. */
export interface LiveRead<T> {
  value: T | undefined;
  error: unknown;
}

/**
 * A live query that goes on after a failure: Dexie's own keeps silent about a database that can't be opened, and about a browser
 * without IndexedDB. What was read before a failure stays.
 */
export function liveRead<T>(read: () => Promise<T>): Observable<LiveRead<T>> {
  let value: T | undefined;
  const settle = async (): Promise<LiveRead<T>> => {
    try {
      value = await read();
      return { value, error: null };
    } catch (error) {
      return { value, error };
    }
  };
  return hasIndexedDB() ? liveQuery(settle) : once(settle);
}

/** What a browser without IndexedDB makes of it. */
function once<T>(settle: () => Promise<T>): Observable<T> {
  return {
    subscribe(observer) {
      const next = typeof observer === 'function' ? observer : observer?.next;
      let closed = false;
      void settle().then((result) => closed || next?.(result));
      return {
        get closed() {
          return closed;
        },
        unsubscribe: () => void (closed = true),
      };
    },
    hasValue: () => false,
    [Symbol.observable]() {
      return this;
    },
  };
}

/** False too where only to ask is denied. */
function hasIndexedDB(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch {
    return false;
  }
}

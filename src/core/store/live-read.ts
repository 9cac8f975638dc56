import { Dexie, liveQuery, type Observable } from 'dexie';

/** The last value read, and the newest read's failure; null without one. */
export interface LiveRead<T> {
  value: T | undefined;
  error: unknown;
}

/**
 * A live query that survives failures: Dexie's own is silent about a database that cannot be
 * opened, and in a browser without IndexedDB. The value read before a failure stays.
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
  return hasIndexedDB() ? liveQuery(settle) : eachAnnounced(settle);
}

/** In a browser without IndexedDB: mostly an error, or what a queue has in memory. */
function eachAnnounced<T>(settle: () => Promise<T>): Observable<T> {
  return {
    subscribe(observer) {
      const next = typeof observer === 'function' ? observer : observer?.next;
      let closed = false;
      const read = () => void settle().then((result) => closed || next?.(result));
      Dexie.on.storagemutated.subscribe(read);
      read();
      return {
        get closed() {
          return closed;
        },
        unsubscribe() {
          closed = true;
          Dexie.on.storagemutated.unsubscribe(read);
        },
      };
    },
    hasValue: () => false,
    [Symbol.observable]() {
      return this;
    },
  };
}

/** False too where reading the property is denied. */
function hasIndexedDB(): boolean {
  try {
    return Boolean(globalThis.indexedDB);
  } catch {
    return false;
  }
}

import type { Bytes, StoredDatabase } from './fixture.ts';

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Reads a whole database with plain IndexedDB, which changes no version. */
export async function dumpDatabase(name: string): Promise<StoredDatabase> {
  const database = await result(indexedDB.open(name));
  const dumped: StoredDatabase = { name, version: database.version, stores: {}, rows: {} };
  for (const storeName of database.objectStoreNames) {
    const store = database.transaction(storeName).objectStore(storeName);
    const { keyPath, autoIncrement } = store;
    const indexes = [...store.indexNames].map((indexName) => {
      const { keyPath: path, unique, multiEntry } = store.index(indexName);
      return { name: indexName, keyPath: path, unique, multiEntry };
    });
    dumped.stores[storeName] = { keyPath, autoIncrement, indexes };
    const [keys, values] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    dumped.rows[storeName] = values.map((value, at) =>
      keyPath === null ? { key: keys[at], value: flat(value) } : flat(value),
    );
  }
  database.close();
  return dumped;
}

/** A value as JSON has it. */
function flat(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(flat);
  // An ArrayBuffer of IndexedDB may be of another realm.
  if (Object.prototype.toString.call(value) === '[object ArrayBuffer]')
    return { $base64: Buffer.from(value as ArrayBuffer).toString('base64') } satisfies Bytes;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, flat(part)]));
}

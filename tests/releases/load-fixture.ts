import type { StoredDatabase } from './fixture.ts';

/**
 * Creates a database as a former release left it, with plain IndexedDB. Deletes one of the same
 * name. Self-contained, so that a test can pass it to a browser's page.
 */
export async function loadDatabase({ name, version, stores, rows }: StoredDatabase): Promise<void> {
  const done = (request: IDBRequest | IDBTransaction, event: 'success' | 'complete') =>
    new Promise<void>((resolve, reject) => {
      request.addEventListener(event, () => resolve());
      for (const failure of ['error', 'abort', 'blocked'])
        request.addEventListener(failure, () =>
          reject(request.error ?? new Error(`${name}: ${failure}`)),
        );
    });
  const revive = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(revive);
    if ('$base64' in value)
      return Uint8Array.from(atob(String(value.$base64)), (char) => char.charCodeAt(0)).buffer;
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revive(part)]));
  };

  await done(indexedDB.deleteDatabase(name), 'success');
  const opening = indexedDB.open(name, version);
  opening.onupgradeneeded = () => {
    for (const [store, { keyPath, autoIncrement, indexes }] of Object.entries(stores)) {
      const created = opening.result.createObjectStore(store, { keyPath, autoIncrement });
      for (const { name: index, keyPath: path, ...options } of indexes)
        created.createIndex(index, path, options);
    }
  };
  await done(opening, 'success');
  const database = opening.result;
  const writing = database.transaction(Object.keys(stores), 'readwrite');
  for (const [store, values] of Object.entries(rows))
    for (const row of values) {
      if (stores[store]?.keyPath === null) {
        const { key, value } = row as { key: IDBValidKey; value: unknown };
        writing.objectStore(store).put(revive(value), key);
      } else writing.objectStore(store).put(revive(row));
    }
  await done(writing, 'complete');
  database.close();
}

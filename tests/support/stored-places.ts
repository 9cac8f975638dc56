import type { Page } from '@playwright/test';

/**
 * All places where the browser stores data of the site, named as in
 * `device-storage.ts` and `stored-data.ts`: each store with a row, and each single fact; each cache with
 * an answer; each key of localStorage and of this tab's sessionStorage; each cookie.
 */
export const storedPlaces = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });

    const places: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const keys = await done(rows.getAllKeys());
        if (store === 'facts')
          places.push(...keys.map((key) => `database/${name}/${store}/${String(key)}`));
        else if (keys.length > 0) places.push(`database/${name}/${store}`);
      }
      database.close();
    }
    for (const name of await caches.keys())
      if ((await (await caches.open(name)).keys()).length > 0) places.push(`cache/${name}`);
    places.push(
      ...Object.keys(localStorage).map((key) => `local/${key}`),
      ...Object.keys(sessionStorage).map((key) => `session/${key}`),
    );
    places.push(
      ...document.cookie
        .split('; ')
        .flatMap((cookie) => (cookie ? [`cookie/${cookie.split('=')[0]}`] : [])),
    );
    return places;
  });

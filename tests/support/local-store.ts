import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { Dexie } from 'dexie';
import type { OutboxEntry, StoredSession } from '../../src/core/store/device-schema.ts';
import { Database } from '../../src/core/store/database.ts';

type Store = 'entries' | 'receipts' | 'forms' | 'facts' | 'replicas' | 'portalFacts' | 'session';

interface Change {
  clear?: boolean;
  rows?: readonly unknown[];
  /** The key of the only row, in a store without inline keys. */
  key?: string;
}

/** Writes entries unchecked, as another release might have. */
export async function writeEntries(page: Page, entries: readonly OutboxEntry[]): Promise<void> {
  await access(page, 'entries', { rows: entries });
}

/** Signs a user in on the device, in place of the current one. */
export async function writeSession(page: Page, session: StoredSession): Promise<void> {
  await access(page, 'session', { rows: [session], key: 'current' });
}

export async function clearStore(page: Page, store: Store): Promise<void> {
  await access(page, store, { clear: true });
}

/** All rows of one store of the device's database. */
export const readStore = <T>(page: Page, store: Store): Promise<T[]> => access<T>(page, store, {});

/**
 * Waits until both places hold the id that detects a loss of storage; localStorage gets it after
 * the database.
 */
export async function hasItsId(page: Page): Promise<void> {
  const inPage = () => page.evaluate(() => localStorage.getItem('install-id'));
  await expect.poll(inPage).not.toBeNull();
  expect(await readStore(page, 'facts')).toContainEqual({
    key: 'install-id',
    value: await inPage(),
  });
}

const DEXIE = readFileSync(
  createRequire(import.meta.url).resolve('dexie/dist/dexie.min.js'),
  'utf8',
);

const { verno, tables } = new Database();
const STORES = tables.map(({ name, schema }): [string, string] => [
  name,
  [schema.primKey, ...schema.indexes].map(({ src }) => src).join(','),
]);
const SCHEMA = { verno, stores: Object.fromEntries(STORES) };

/**
 * Changes a store as another tab would, and returns all its rows. Works on any page of the site,
 * also one without the app, and creates the database if needed.
 */
async function access<T>(page: Page, store: Store, change: Change): Promise<T[]> {
  await page.evaluate(DEXIE);
  return page.evaluate(
    async ({ verno, stores, store, change: { clear, rows, key } }) => {
      const database: Dexie = new (window as unknown as { Dexie: typeof Dexie }).Dexie('cleaning');
      database.version(verno).stores(stores);
      const table = database.table(store);
      if (clear) await table.clear();
      if (rows) await table.bulkPut(rows, key === undefined ? undefined : [key]);
      const all = await table.toArray();
      database.close();
      return all;
    },
    { ...SCHEMA, store, change },
  );
}

/** The replica databases that exist, in use or to be removed. */
export const listReplicas = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('replica-') ? name : [])),
  );

/** The rows in the replicas in use; reading one that is being removed would create it again. */
export async function readReplicas(page: Page): Promise<{ table: string; id: string }[]> {
  const names = await listReplicas(page);
  await page.evaluate(DEXIE);
  return page.evaluate(async (names) => {
    const rows: { table: string; id: string }[][] = [];
    for (const name of names) {
      // Without versions Dexie opens the database as it is.
      const copy: Dexie = new (window as unknown as { Dexie: typeof Dexie }).Dexie(name);
      await copy.open();
      if (copy.tables.some((table) => table.name === 'keptRows'))
        rows.push(await copy.table('keptRows').toArray());
      copy.close();
    }
    return rows.flat();
  }, names);
}

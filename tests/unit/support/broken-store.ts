import type { Table } from 'dexie';
import { vi } from 'vitest';
import type { Database } from '../../../src/core/store/database.ts';

/** Chrome's error for a value whose file is gone from the disk. */
export const UNREADABLE = new DOMException('Failed to read large IndexedDB value', 'DataError');

/** Dexie's error for a closed database. A killed tab gets it too, and writes nothing more. */
export const closedError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'DatabaseClosedError' });

/**
 * From now on the row with this id exists and cannot be read. Returns a function that makes it
 * readable again.
 */
export function breakRow<Row>(
  rows: Table<Row, string>,
  id: string,
  error: Error = UNREADABLE,
): () => void {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const get = rows.get.bind(rows) as (key: string) => Promise<Row | undefined>;
  const spy = vi
    .spyOn(rows, 'get')
    .mockImplementation(((key: string) =>
      key === id ? Promise.reject(error) : get(key)) as typeof rows.get);
  return () => spy.mockRestore();
}

export const QUOTA = new DOMException('full', 'QuotaExceededError');

/** From now on the device is full: it still reads and deletes. */
export function fillDisk(db: Database, error: Error = QUOTA): void {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refuse = () => Promise.reject(error) as never;
  for (const table of [db.entries, db.files, db.receipts])
    vi.spyOn(table as Database['files'], 'put').mockImplementation(refuse);
  vi.spyOn(db.entries, 'add').mockImplementation(refuse);
  vi.spyOn(db.files, 'bulkPut').mockImplementation(refuse);
}

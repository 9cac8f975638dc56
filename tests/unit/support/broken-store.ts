import type { Table } from 'dexie';
import { vi } from 'vitest';

/** What Chrome says of a value whose own file is gone from the disk. */
export const UNREADABLE = new DOMException('Failed to read large IndexedDB value', 'DataError');

/** As the database library rejects when the database is closed. A tab that is killed loses it too, and writes nothing more. */
export const closedError = (message: string): Error =>
  Object.assign(new Error(message), { name: 'DatabaseClosedError' });

/** From now on the row with this id is there and can't be read. Answers how to make it readable again. */
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

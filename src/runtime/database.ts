import { Database } from '../core/store/database.ts';
import { after } from './listeners.ts';

/** The visitors' database of this device. */
export const db = new Database();

/** After this time, callers treat the storage as silent or broken. */
const PATIENCE_MS = 1000;

async function open(): Promise<void> {
  await after(0, null);
  await Promise.race([db.open().catch(() => null), after(PATIENCE_MS, null)]);
}

/**
 * Resolves when the database is open, after a second at most; never rejects. The open starts in a
 * task of its own: the browser answers every query that waits for it in one task. For background
 * work.
 */
export const whenOpen = open();

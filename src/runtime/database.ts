import { Database } from '../core/store/database.ts';
import { after } from './listeners.ts';

/** The visitors' database of this device. */
export const db = new Database();

/** A storage that is silent, or broken, is left to those who use it. */
const PATIENCE_MS = 1000;

async function open(): Promise<void> {
  await after(0, null);
  await Promise.race([db.open().catch(() => null), after(PATIENCE_MS, null)]);
}

/**
 * Resolves when the database is open, which begins in a task of its own as this is loaded: all that asked before it was open would be
 * answered in one task. For what nobody waits for; never rejects.
 */
export const whenOpen = open();

import { after } from '../app/listeners.ts';

/**
 * Loads the outbox before those who use it, and its database library before it: they are most of what a page loads late, and
 * evaluated in one task they would keep a slow phone from answering a tap.
 */
export const loadOutbox = () => import('dexie').then(() => import('../outbox/outbox.ts'));

/** A storage that is silent, or broken, is left to those who use it. */
const PATIENCE_MS = 1000;

/**
 * Loads it, and opens its database, for what nobody waits for: all that asked it anything before it was open would be answered
 * in one task. Rejects only when it can't be loaded.
 */
export async function openOutbox(): Promise<void> {
  const { db } = await loadOutbox();
  await after(0, undefined);
  await Promise.race([db.open().catch(() => undefined), after(PATIENCE_MS, undefined)]);
}

/**
 * Loads the outbox's database library before the outbox: evaluated in one task, the two would block
 * a slow phone's answer to a tap.
 */
export const loadOutbox = () => import('dexie').then(() => import('./outbox.ts'));

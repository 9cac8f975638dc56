/**
 * Loads the outbox before those who use it, and its database library before it: they are most of what a page loads late, and
 * evaluated in one task they would keep a slow phone from answering a tap.
 */
export const loadOutbox = () => import('dexie').then(() => import('./outbox.ts'));

/**
 * Loads the outbox before those who use it: it is most of what a page loads late, and evaluated in one task with them it
 * keeps a slow phone from answering a tap.
 */
export const loadOutbox = () => import('./outbox.ts');

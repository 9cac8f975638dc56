import { createQueue } from '../core/outbox/queue.ts';
import { db } from './database.ts';

let ownerOf: () => string | null = () => null;

/** Queues the signed-in user's entries too. */
export function serveOwner(read: () => string | null): void {
  ownerOf = read;
}

/** What waits on this device, as this page may see and send it. */
export const queue = createQueue(db, () => ownerOf());

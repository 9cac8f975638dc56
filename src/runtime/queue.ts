import { createQueue } from '../core/outbox/queue.ts';
import { db } from './database.ts';

let ownerOf: () => string | null = () => null;

/** Queues the signed-in user's entries too. */
export function serveOwner(read: () => string | null): void {
  ownerOf = read;
}

/** This page's queue: visitors' entries, and those of the signed-in user. */
export const queue = createQueue(db, () => ownerOf());

import { useSyncExternalStore } from 'react';
import { nameReplica } from '../../core/store/replicas.ts';
import { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { createListeners } from '../listeners.ts';
import { db } from '../database.ts';

interface OpenReplica {
  userId: string;
  replica: ReplicaDatabase;
}

let current: OpenReplica | null = null;
const listeners = createListeners();

/**
 * The signed-in user's replica; null when nobody is signed in, or when this browser cannot store
 * one.
 */
export const currentReplica = (): OpenReplica | null => current;

/** `currentReplica` as a hook. */
export const useCurrentReplica = (): OpenReplica | null =>
  useSyncExternalStore(listeners.add, currentReplica, () => null);

/**
 * Opens a signed-in user's replica. Never rejects: without a replica the portal shows that it has
 * no lists.
 */
export async function openReplica(userId: string): Promise<void> {
  try {
    const name = await nameReplica(db, userId);
    if (name === current?.replica.name) return;
    change(name === null ? null : { userId, replica: new ReplicaDatabase(name) });
  } catch (error) {
    console.warn('This device could not open its lists:', error);
  }
}

/** Closes the replica for good. */
export const closeReplica = (): void => change(null);

function change(next: OpenReplica | null): void {
  const before = current;
  current = next;
  listeners.tell();
  before?.replica.shut();
}

import { useSyncExternalStore } from 'react';
import { nameCopy } from '../../core/store/replicas.ts';
import { CopyDatabase } from '../../core/store/replica-database.ts';
import { createListeners } from '../listeners.ts';
import { db } from '../database.ts';

interface OpenCopy {
  userId: string;
  copy: CopyDatabase;
}

let current: OpenCopy | null = null;
const listeners = createListeners();

/** The copy of the lists of whoever is signed in; null when nobody is, or when this browser can't keep one. */
export const currentCopy = (): OpenCopy | null => current;

/** `currentCopy` as a hook. */
export const useCurrentCopy = (): OpenCopy | null =>
  useSyncExternalStore(listeners.add, currentCopy, () => null);

/** Opens the copy of a user who is signed in on this device. Never rejects: without one the portal has no lists, and says so. */
export async function openCopy(userId: string): Promise<void> {
  try {
    const name = await nameCopy(db, userId);
    if (name === current?.copy.name) return;
    change(name === null ? null : { userId, copy: new CopyDatabase(name) });
  } catch (error) {
    console.warn('This device could not open its lists:', error);
  }
}

/** Closes it for good. */
export const closeCopy = (): void => change(null);

function change(next: OpenCopy | null): void {
  const before = current;
  current = next;
  listeners.tell();
  before?.copy.shut();
}

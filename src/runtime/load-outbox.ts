import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

let loading: Promise<void> | undefined;
let isLoaded = false;
const listeners = createListeners();

/**
 * Loads the outbox: where a form opens, and on a device that stores something. Its database library
 * comes first: evaluated in one task, the two would block a slow phone's answer to a tap. Rejects
 * when a file cannot be fetched; the next call fetches it again.
 */
export function loadOutbox(): Promise<void> {
  loading ??= import('dexie')
    .then(() => import('./outbox.ts'))
    .then(
      () => {
        isLoaded = true;
        listeners.emit();
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
  return loading;
}

/** Calls back once the outbox is loaded; at once if it is. Returns a function that stops. */
export function onOutboxLoaded(listener: () => void): () => void {
  if (isLoaded) listener();
  return listeners.add(listener);
}

/** Whether the outbox is loaded, and so may have something to show. */
export const useOutboxLoaded = (): boolean =>
  useSyncExternalStore(
    listeners.add,
    () => isLoaded,
    () => false,
  );

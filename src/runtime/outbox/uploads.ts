import { useSyncExternalStore } from 'react';
import { createListeners } from '../app/listeners.ts';

/** Entry id → bytes of its file that this page has sent so far. */
const sent = new Map<string, number>();
const listeners = createListeners();

/** Notes how far the upload of an entry's file is. */
export function noteUpload(id: string, sentBytes: number): void {
  sent.set(id, sentBytes);
  listeners.tell();
}

/** How many bytes of an entry's file have left; null when this page does not send it: another tab or the worker may. */
export const useSentBytes = (id: string): number | null => useSyncExternalStore(listeners.add, () => sent.get(id) ?? null);

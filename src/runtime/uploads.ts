import { useSyncExternalStore } from 'react';

/** Entry id → bytes of its file that this page has sent so far. */
const sent = new Map<string, number>();
const listeners = new Set<() => void>();

/** Notes how far the upload of an entry's file is. */
export function noteUpload(id: string, sentBytes: number): void {
  sent.set(id, sentBytes);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How many bytes of an entry's file have left; null when this page does not send it: another tab or the worker may. */
export const useSentBytes = (id: string): number | null => useSyncExternalStore(subscribe, () => sent.get(id) ?? null);

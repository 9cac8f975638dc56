import { startTransition, useEffect, useState } from 'react';

/**
 * False until the page has loaded and the browser was idle once. Delays work that the first view
 * does not need.
 */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
}

/** A slow connection may load pictures for minutes. */
const LOADED_WITHIN_MS = 5000;

/**
 * Calls back once the page has loaded (after 5 seconds at most) and the browser is idle (within 3
 * seconds more), so that the work delays neither the first view's pictures nor their decoding.
 * Returns a function that cancels.
 */
export function whenIdle(callback: () => void): () => void {
  let pending: (() => void) | null = callback;
  const call = () => {
    pending?.();
    pending = null;
  };
  // Safari has no requestIdleCallback.
  const begin = () =>
    'requestIdleCallback' in globalThis
      ? requestIdleCallback(call, { timeout: 3000 })
      : setTimeout(call, 300);
  addEventListener('load', begin);
  setTimeout(begin, document.readyState === 'complete' ? 0 : LOADED_WITHIN_MS);
  return () => void (pending = null);
}

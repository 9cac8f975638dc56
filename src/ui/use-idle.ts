import { startTransition, useEffect, useState } from 'react';

/** False until the page is loaded and the browser has had nothing better to do once: the moment for what a first view can do without. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => startTransition(() => setIdle(true))), []);
  return idle;
}

/** A slow connection may bring pictures for minutes. */
const LOADED_WITHIN_MS = 5000;

/**
 * Calls back when the page is loaded, or has been loading for 5 seconds more, and the browser is idle, within 3 seconds: what a first view
 * can do without takes nothing from its pictures, and is not itself held up by their decoding. Returns how to cancel.
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

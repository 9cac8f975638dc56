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
  let cancel = () => {};
  const begin = () => {
    cancel();
    cancel = onceIdle(callback);
  };
  if (document.readyState === 'complete') begin();
  else {
    const timer = setTimeout(begin, LOADED_WITHIN_MS);
    addEventListener('load', begin);
    cancel = () => {
      clearTimeout(timer);
      removeEventListener('load', begin);
    };
  }
  return () => cancel();
}

function onceIdle(callback: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 3000 });
  return () => cancelIdleCallback(handle);
}

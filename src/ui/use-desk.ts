import { useSyncExternalStore } from 'react';

/** Tailwind's `lg`. */
const DESK = '(width >= 64rem)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(DESK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window has a desktop's width, 64rem. False in a prerendered page. */
export const useIsDesk = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(DESK).matches,
    () => false,
  );

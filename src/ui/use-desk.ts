import { useSyncExternalStore } from 'react';

/** As Tailwind's `lg`. */
const DESK = '(width >= 64rem)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(DESK);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the window is as wide as a desk's screen, 64rem. False in a prerendered page. */
export const useIsDesk = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(DESK).matches,
    () => false,
  );

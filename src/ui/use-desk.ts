import { useSyncExternalStore } from 'react';

/** Tailwind's `lg`. */
const DESK = '(width >= 64rem)';

let query: MediaQueryList | null = null;
/** One for all cards of a list; not made in a prerendered page. */
const desk = () => (query ??= matchMedia(DESK));

function subscribe(onChange: () => void): () => void {
  desk().addEventListener('change', onChange);
  return () => desk().removeEventListener('change', onChange);
}

/** Whether the window has a desktop's width, 64rem. False in a prerendered page. */
export const useIsDesk = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => desk().matches,
    () => false,
  );

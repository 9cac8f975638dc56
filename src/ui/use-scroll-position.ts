import { useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** History entry → how far down it was scrolled, in CSS px. */
const positions = new Map<string, number>();

/** Scrolls to the top on a new page, smoothly unless the person prefers less motion; Back and Forward return to the old place. */
export function useScrollPosition(): void {
  const { key, pathname } = useLocation();
  const isReturn = useNavigationType() === 'POP';

  useLayoutEffect(() => {
    // While the page lives, places are restored here; a reload is left to the browser.
    history.scrollRestoration = 'manual';
    const handBack = () => (history.scrollRestoration = 'auto');
    addEventListener('pagehide', handBack);
    return () => removeEventListener('pagehide', handBack);
  }, []);

  useLayoutEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const known = positions.get(key);
    if (!isReturn) scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    else if (known !== undefined) scrollTo({ top: known, behavior: 'instant' });

    const remember = () => positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, isReturn]);
}

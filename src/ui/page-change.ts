import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Moves the focus to the page's heading, where it is announced and from where Tab goes on. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The `ref` of a button that goes once it has done its work: the focus, if it has it then, goes to the page's heading. */
export function passFocusOn(button: HTMLButtonElement): () => void {
  return () => {
    // React tells just before it takes the button out.
    if (document.activeElement === button) queueMicrotask(focusHeading);
  };
}

/** Where the page that is shown is. Kept here: what stands around a page may change with it, as at a sign-out. */
let shownAt: string | null = null;

/** Announces a new page: the focus goes to its heading. The first one since the document was loaded leaves the focus alone. */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    if (shownAt !== null && shownAt !== pathname) focusHeading();
    shownAt = pathname;
  }, [pathname]);
}

/** History entry → how far down it was scrolled, in CSS px. */
const positions = new Map<string, number>();

/**
 * Scrolls to the top on a new page, smoothly unless the person prefers less motion; Back and Forward return to the old place. A
 * page that replaces its own address stays where it is. One whose address has `placeParam` opens at a place of its own, which a
 * smooth scroll would leave again.
 */
export function useScrollPosition(placeParam?: string): void {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const shown = useRef('');

  useLayoutEffect(() => {
    // While the page lives, places are restored here; a reload is left to the browser, unless the address has a place.
    history.scrollRestoration = 'manual';
    const handBack = () => {
      if (!hasPlace(location.search, placeParam)) history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', handBack);
    return () => removeEventListener('pagehide', handBack);
  }, [placeParam]);

  const opensElsewhere = hasPlace(search, placeParam);
  useLayoutEffect(() => {
    const still = opensElsewhere || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const known = positions.get(key);
    const stays = type === 'REPLACE' && shown.current === pathname;
    shown.current = pathname;
    if (stays) positions.set(key, scrollY);
    else if (type !== 'POP') scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    else if (known !== undefined) scrollTo({ top: known, behavior: 'instant' });

    const remember = () => positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, type, opensElsewhere]);
}

const hasPlace = (search: string, placeParam: string | undefined): boolean =>
  placeParam !== undefined && new URLSearchParams(search).has(placeParam);

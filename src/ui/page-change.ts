import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { addEntries } from './back-closes.ts';

/** Focuses the page's heading, which announces it; Tab continues from there. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * The `ref` of a button that is removed by its own action: if it has the focus then, the page's
 * heading gets it.
 */
export function passFocusOn(button: HTMLButtonElement): () => void {
  return () => {
    // React calls this just before it removes the button.
    if (document.activeElement === button) queueMicrotask(focusHeading);
  };
}

/**
 * The path of the page shown. In a module, because a page's frame may change with the page, as at a
 * sign-out.
 */
let shownAt: string | null = null;

/**
 * Announces a new page by focusing its heading. The first page of a document leaves the focus
 * alone.
 */
export function useHeadingFocus(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    if (shownAt !== null && shownAt !== pathname) focusHeading();
    shownAt = pathname;
  }, [pathname]);
}

/** History entry → scroll position in CSS px. */
const positions = new Map<string, number>();

/**
 * Scrolls to the top on a new page, smoothly unless the person prefers reduced motion; Back and
 * Forward restore the old position. A page that replaces its own address keeps its position. A page
 * whose address has `placeParam` opens at that place, without a smooth scroll that would leave it.
 */
export function useScrollPosition(placeParam?: string): void {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const shown = useRef('');

  useLayoutEffect(() => {
    // Positions are restored here while the page lives. After a reload the browser does it, unless
    // the address has a place.
    history.scrollRestoration = 'manual';
    const handBack = () => {
      if (!hasPlace(location.search, placeParam)) history.scrollRestoration = 'auto';
    };
    addEventListener('pagehide', handBack);
    return () => removeEventListener('pagehide', handBack);
  }, [placeParam]);

  useEffect(() => addEntries(), [key]);

  const opensElsewhere = hasPlace(search, placeParam);
  useLayoutEffect(() => {
    const still = opensElsewhere || matchMedia('(prefers-reduced-motion: reduce)').matches;
    const known = positions.get(key);
    const stays = type === 'REPLACE' && shown.current === pathname;
    shown.current = pathname;
    if (stays) positions.set(key, scrollY);
    else if (type !== 'POP') scrollTo({ top: 0, behavior: still ? 'instant' : 'smooth' });
    else if (known !== undefined) scrollTo({ top: known, behavior: 'instant' });
    // Scrolled before the app took over, or by the browser, which restores a reloaded page.
    else positions.set(key, scrollY);

    const remember = () => positions.set(key, scrollY);
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, [key, pathname, type, opensElsewhere]);
}

const hasPlace = (search: string, placeParam: string | undefined): boolean =>
  placeParam !== undefined && new URLSearchParams(search).has(placeParam);

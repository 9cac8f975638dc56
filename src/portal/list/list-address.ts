import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The row at the top of the screen. It belongs to one state of the list, and is removed with it.
 */
export const PLACE_PARAM = 'at';

/**
 * The open list's values in the address, and a setter: an empty value is removed, foreign ones
 * stay. Not the router's own hook, which every page of the site would have to load.
 */
export function useListParams(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string>>) => void,
] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>) => {
    // The list stays until the next screen has loaded; the address is the next screen's by then.
    if (pathname !== location.pathname) return;
    // The browser's own address, which already has changes made before the list is drawn again.
    const params = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries({ ...changes, [PLACE_PARAM]: '' })) {
      if (value === '') params.delete(name);
      else params.set(name, value);
    }
    void navigate({ search: params.toString() }, { replace: true });
  };
  return [new URLSearchParams(search), change];
}

/**
 * The delay after the last key before the address is updated: browsers limit how often it may
 * change.
 */
const TYPING_PAUSE_MS = 300;

/**
 * A field's text, which is also stored in the address. The field shows typed text at once; the
 * router's address would revert it between two keys.
 */
export function useTypedParam(name: string): [text: string, setText: (text: string) => void] {
  const [params, change] = useListParams();
  const inAddress = params.get(name) ?? '';
  const [{ text, address, written }, setState] = useState({
    text: inAddress,
    address: inAddress,
    written: inAddress,
  });
  // Changed by typing here, or by Back and links.
  if (inAddress !== address)
    setState({
      text: inAddress === written ? text : inAddress,
      address: inAddress,
      written: inAddress,
    });

  const write = useEffectEvent(() => {
    setState((now) => ({ ...now, written: text }));
    change({ [name]: text });
  });
  useEffect(() => {
    if (text === written) return;
    const timer = setTimeout(() => write(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, written]);

  return [text, (next) => setState((now) => ({ ...now, text: next }))];
}

/** The id of a row's element. */
export const rowElementId = (rowId: string) => `row-${rowId}`;

/** The delay after the last scrolling before the address is updated. */
const PAUSE_MS = 300;

/**
 * The row at which the address opens the list; null for its beginning. Dropped once the address has
 * lost it, as with a new search: a list drawn again later starts at its beginning.
 */
export function useOpeningPlace(): string | null {
  const [params] = useListParams();
  const inAddress = params.get(PLACE_PARAM);
  const [place, setPlace] = useState(inAddress);
  if (place !== null && inAddress === null) setPlace(null);
  return place;
}

/**
 * Opens a list at the row `from` once that row is drawn, and updates the place in the address from
 * then on. `first`: the id of the list's first row, which needs no place.
 */
export function usePlace(
  rows: readonly { id: string }[],
  first: string | undefined,
  from: string | null,
): void {
  const { pathname } = useLocation();
  const awaited = useRef(from);
  useLayoutEffect(() => {
    const element =
      awaited.current === null ? null : document.getElementById(rowElementId(awaited.current));
    if (!element) return;
    awaited.current = null;
    bringToTop(element, SETTLING_FRAMES);
  }, [rows]);

  // By the rows at that time: the list may change during the delay.
  const isMissing = useRef(false);
  const write = useEffectEvent(() => {
    if (pathname === location.pathname) isMissing.current = !writePlace(rows, first);
  });
  // A device that reads slowly has the rows of that place later.
  useEffect(() => {
    if (isMissing.current) write();
  }, [rows]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      clearTimeout(timer);
      timer = setTimeout(() => write(), PAUSE_MS);
    };
    addEventListener('scroll', note, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', note);
    };
  }, []);
}

/** The cards above it get their real height only near the screen. */
const SETTLING_FRAMES = 10;

function bringToTop(element: Element, frames: number): void {
  element.scrollIntoView({ block: 'start', behavior: 'instant' });
  if (frames > 0) requestAnimationFrame(() => bringToTop(element, frames - 1));
}

/**
 * False while no row is on the screen. Not through the router, which would draw the list again
 * without a visible change.
 */
function writePlace(rows: readonly { id: string }[], first: string | undefined): boolean {
  const margin =
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const row = rows.find(
    ({ id }) =>
      (document.getElementById(rowElementId(id))?.getBoundingClientRect().bottom ?? 0) > margin,
  );
  const address = new URL(location.href);
  if (row && row.id !== first) address.searchParams.set(PLACE_PARAM, row.id);
  else address.searchParams.delete(PLACE_PARAM);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
  return row !== undefined;
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The row that stands at the top of the screen. It belongs to one state of the list, and goes with it. */
export const PLACE_PARAM = 'at';

/**
 * What the address says of the open list, and a way to change it: an empty value goes, what others put there stays. Not by the
 * router's own hook, which every page of the site would have to load.
 */
export function useListParams(): [
  URLSearchParams,
  (changes: Readonly<Record<string, string>>) => void,
] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const change = (changes: Readonly<Record<string, string>>) => {
    // The list stays until the screen that comes after it is loaded; the address is that one's by then.
    if (pathname !== location.pathname) return;
    // The browser's own: what was changed a moment ago is in it before the list is drawn anew.
    const params = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries({ ...changes, [PLACE_PARAM]: '' })) {
      if (value === '') params.delete(name);
      else params.set(name, value);
    }
    void navigate({ search: params.toString() }, { replace: true });
  };
  return [new URLSearchParams(search), change];
}

/** The pause after the last key before the address follows: browsers limit how often it may change. */
const TYPING_PAUSE_MS = 300;

/**
 * The text of a field, which the address follows under a name. A field shows what is typed at once, which the address, as the router
 * tells it, would take back between two keys.
 */
export function useTypedParam(name: string): [text: string, setText: (text: string) => void] {
  const [params, change] = useListParams();
  const inAddress = params.get(name) ?? '';
  const [{ text, address, written }, setState] = useState({
    text: inAddress,
    address: inAddress,
    written: inAddress,
  });
  // Changed by what was typed here, or by Back and links.
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

/** The pause after the last scrolling before the address follows. */
const PAUSE_MS = 300;

/**
 * The row that the address names as the place to open the list at; null: its beginning. Forgotten once the address has lost it, as with a
 * new search: a list that is drawn again later begins where it begins.
 */
export function useOpeningPlace(): string | null {
  const [params] = useListParams();
  const inAddress = params.get(PLACE_PARAM);
  const [place, setPlace] = useState(inAddress);
  if (place !== null && inAddress === null) setPlace(null);
  return place;
}

/**
 * Opens a list at the row `from`, once that is among the drawn rows, and keeps the place in the address from then on. `first`: the
 * id of the list's first row, which has no place of its own.
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

  // Of the rows that are there then: a list that changes in the pause has a place all the same.
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

/** The cards above it take their right height only when they come near the screen. */
const SETTLING_FRAMES = 10;

function bringToTop(element: Element, frames: number): void {
  element.scrollIntoView({ block: 'start', behavior: 'instant' });
  if (frames > 0) requestAnimationFrame(() => bringToTop(element, frames - 1));
}

/** False where none of the rows is on the screen yet. Not through the router: it would draw the list anew for what nobody sees. */
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

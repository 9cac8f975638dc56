import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { holdRow, INPUTS } from './hold-row.ts';

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

/** The name in the history entry's state of where the address's row stood, in CSS px from the top of the screen. */
const TOP_STATE = 'rowTop';

/** As root's `scroll-padding-block`. */
const scrollPadding = () =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/** Where the address's row stood when the page was left, in CSS px; null for a link that only names the row. */
function topInHistory(): number | null {
  const state: unknown = history.state;
  const top = (state as Partial<Record<string, unknown>> | null)?.[TOP_STATE];
  return typeof top === 'number' ? top : null;
}

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

interface PlaceOptions {
  /** The rows that are read. */
  rows: readonly { id: string }[];
  /** The id of the list's first row, which has no place of its own. */
  first: string | undefined;
  /** The id of the row to open at. */
  from: string | null;
  /** The whole list is on this device. */
  isComplete: boolean;
  /** False while the heights of the rows are guessed. */
  isLaidOut: () => boolean;
}

/** Opens a list at a row, and keeps the place in the address from then on. */
export function usePlace({ rows, first, from, isComplete, isLaidOut }: PlaceOptions): void {
  const { pathname } = useLocation();
  const awaited = useRef(from);
  const [openingTop] = useState(topInHistory);
  const holding = useRef<() => void>(undefined);

  // Of the rows that are there then: a list that changes in the pause has a place all the same.
  const isMissing = useRef(false);
  const write = useEffectEvent(() => {
    if (pathname !== location.pathname || holding.current || awaited.current !== null) return;
    isMissing.current = !writePlace(rows, first);
  });
  const checkLayout = useEffectEvent(isLaidOut);
  useLayoutEffect(() => {
    const { current: id } = awaited;
    if (id === null || rows.length === 0) return;
    if (document.getElementById(rowElementId(id))) {
      awaited.current = null;
      let isOver = false;
      const end = holdRow({
        element: () => document.getElementById(rowElementId(id)),
        top: openingTop ?? scrollPadding(),
        isLaidOut: () => checkLayout(),
        onEnd: () => {
          isOver = true;
          holding.current = undefined;
          write();
        },
      });
      if (!isOver) holding.current = end;
    } else if (isComplete) awaited.current = null;
  }, [rows, isComplete, openingTop]);
  useEffect(() => () => holding.current?.(), []);

  const giveUp = useEffectEvent(() => {
    if (rows.length > 0) awaited.current = null;
  });
  // A device that reads slowly has the rows of that place later.
  useEffect(() => {
    if (isMissing.current) write();
  }, [rows]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leaving = new AbortController();
    const options = { passive: true, signal: leaving.signal };
    const note = () => {
      clearTimeout(timer);
      timer = setTimeout(() => write(), PAUSE_MS);
    };
    addEventListener('scroll', note, options);
    for (const input of INPUTS) addEventListener(input, () => giveUp(), options);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, []);
}

/** False where none of the rows is on the screen yet. Not through the router: it would draw the list anew for what nobody sees. */
function writePlace(rows: readonly { id: string }[], first: string | undefined): boolean {
  const margin = scrollPadding();
  const boxOf = ({ id }: { id: string }) =>
    document.getElementById(rowElementId(id))?.getBoundingClientRect();
  const row = rows.find((each) => (boxOf(each)?.bottom ?? 0) > margin);
  const address = new URL(location.href);
  const isPlace = row !== undefined && row.id !== first;
  if (isPlace) address.searchParams.set(PLACE_PARAM, row.id);
  else address.searchParams.delete(PLACE_PARAM);
  const top = isPlace ? (boxOf(row)?.top ?? null) : null;
  if (address.href !== location.href || top !== topInHistory()) {
    const state = history.state as Record<string, unknown> | null;
    history.replaceState({ ...state, [TOP_STATE]: top }, '', address);
  }
  return row !== undefined;
}

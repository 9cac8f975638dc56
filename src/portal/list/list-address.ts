import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The row at the top of the screen, by `placeOf`. It belongs to one state of the list, and is removed
 * with it.
 */
export const PLACE_PARAM = 'at';

/** The beginning of a row's id, which tells it from the others: a booking's whole id is a key. */
export const placeOf = (rowId: string): string => rowId.slice(0, 13);

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

export const rowElementId = (rowId: string) => `row-${placeOf(rowId)}`;

/** The delay after the last scrolling before the address is updated. */
const PAUSE_MS = 300;

/**
 * Where a list opens: at a row, and how far from the screen's top that stood, in CSS px; null for a
 * link, which brings it to the top.
 */
export interface OpeningPlace {
  place: string;
  top: number | null;
}

/**
 * The history entry's own state, beside the router's: Back and a reload have it, a link has not.
 */
const STATE_KEY = 'placeTop';

function storedTop(): number | null {
  const { [STATE_KEY]: top } = (history.state ?? {}) as Record<string, unknown>;
  return typeof top === 'number' ? top : null;
}

/**
 * The row at which the address opens the list; null for its beginning. Dropped once the address has
 * lost it, as with a new search: a list drawn again later starts at its beginning.
 */
export function useOpeningPlace(): OpeningPlace | null {
  const [params] = useListParams();
  const inAddress = params.get(PLACE_PARAM);
  const [place, setPlace] = useState<OpeningPlace | null>(() =>
    inAddress === null ? null : { place: placeOf(inAddress), top: storedTop() },
  );
  if (place !== null && inAddress === null) setPlace(null);
  return place;
}

/**
 * Opens a list at a place and holds it there until the rows around it have their heights or the
 * person moves on. Keeps the place in the address from then on.
 */
export function usePlace(rows: readonly { id: string }[], from: OpeningPlace | null): void {
  const { pathname } = useLocation();
  const isRestoring = useRef(from !== null);
  const restoring = useRef<Restoring | null>(null);
  const write = useEffectEvent(() => {
    if (pathname === location.pathname && !isRestoring.current) writePlace(rows);
  });
  const opening = useEffectEvent(() => from);
  useLayoutEffect(() => {
    const place = opening();
    if (!place) return;
    restoring.current = restorePlace(place, () => {
      isRestoring.current = false;
      restoring.current = null;
      write();
    });
    return restoring.current.stop;
  }, []);
  // Before the rows are painted, so that none are drawn elsewhere first.
  useLayoutEffect(() => restoring.current?.move(), [rows]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeNow = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      write();
    };
    const note = () => {
      clearTimeout(timer);
      timer = setTimeout(writeNow, PAUSE_MS);
    };
    addEventListener('scroll', note, { passive: true });
    // A press may lead elsewhere within the pause.
    addEventListener('pointerdown', writeNow, { capture: true });
    addEventListener('pagehide', writeNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', note);
      removeEventListener('pointerdown', writeNow, { capture: true });
      removeEventListener('pagehide', writeNow);
    };
  }, []);
}

/** Frames without a move after which the rows have their heights. */
const SETTLED_FRAMES = 30;
/** In case the row never comes. */
const RESTORE_MS = 10_000;
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

interface Restoring {
  /** Scrolls the row to its place, if it is there. */
  move: () => void;
  stop: () => void;
}

/**
 * Scrolls in each frame so that a row stands where it stood, until it stays there or the person
 * moves.
 */
function restorePlace({ place, top }: OpeningPlace, onSettled: () => void): Restoring {
  const until = performance.now() + RESTORE_MS;
  let stillFrames = 0;
  let frame = requestAnimationFrame(scroll);
  function move(): void {
    const element = document.getElementById(rowElementId(place));
    if (!element) return;
    const away = element.getBoundingClientRect().top - (top ?? scrollPadding());
    const before = scrollY;
    if (Math.abs(away) >= 1) scrollBy({ top: away, behavior: 'instant' });
    // At an end of the page nothing moves.
    stillFrames = scrollY === before ? stillFrames + 1 : 0;
  }
  function scroll(): void {
    move();
    if (stillFrames >= SETTLED_FRAMES || performance.now() > until) settle();
    else frame = requestAnimationFrame(scroll);
  }
  function stop(): void {
    cancelAnimationFrame(frame);
    for (const event of MOVES) removeEventListener(event, settle, { capture: true });
  }
  function settle(): void {
    stop();
    onSettled();
  }
  for (const event of MOVES) addEventListener(event, settle, { capture: true, passive: true });
  return { move, stop };
}

/** The page's scroll padding: the height of the sticky header, in CSS px. */
const scrollPadding = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/**
 * Stores the first visible row and its position in the address and history entry. Not through the
 * router, which would draw the list again without a visible change.
 */
function writePlace(rows: readonly { id: string }[]): void {
  const address = new URL(location.href);
  const margin = scrollPadding();
  const boxOf = (id: string) => document.getElementById(rowElementId(id))?.getBoundingClientRect();
  const row = rows.find(({ id }) => (boxOf(id)?.bottom ?? 0) > margin);
  const isAtStart = scrollY <= 0;
  const top = Math.round(row ? (boxOf(row.id)?.top ?? 0) : 0);
  if (row && !isAtStart) address.searchParams.set(PLACE_PARAM, placeOf(row.id));
  else address.searchParams.delete(PLACE_PARAM);
  if (address.href !== location.href || storedTop() !== top) {
    // Rounded: parts of a pixel would add up from one Back to the next.
    history.replaceState({ ...history.state, [STATE_KEY]: top }, '', address);
  }
}

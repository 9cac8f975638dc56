import { useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import type { Ids } from '../../core/domain/ids.ts';
import { useIsDesk } from '../../ui/use-desk.ts';
import type { Places } from '../sync/use-rows.ts';
import { WHOLE_ROWS } from './use-entity-list.ts';
import { rowElementId, type OpeningPlace } from './list-address.ts';
import {
  beginAround,
  nextBegin,
  pagesAround,
  partSize,
  rowsOfPart,
  type PartRows,
} from './window-parts.ts';

/** Rows drawn beyond each edge of the screen. */
const OVERSCAN = 6;
/** The root's `scroll-padding-block`. */
const SCROLL_PADDING = 96;
/**
 * The number of further rows of a short list drawn at a time: fifty cards at once would block the
 * page.
 */
const AT_ONCE = 8;
/** The number of measured rows from which the height of the others is estimated. */
const MEASURED = 5;

/** Moves within a list of which only a part is drawn. */
export interface RowWindow {
  /**
   * Scrolls a place of the list, else its last one, to the top of the screen, and focuses its row.
   */
  goTo: (place: number) => void;
  /** Scrolls to a row, and focuses the element in it that matches the selector. */
  focusIn: (id: string, selector: string) => void;
}

interface Goal {
  id: string;
  align: 'start' | 'end' | 'auto';
  /** A selector of the element to focus within the row; empty: the row. */
  focus: string;
  /** It was scrolled to. */
  isShown?: boolean;
}

/** A row in the document. One outside the drawn part has no index and no position. */
interface DrawnRow {
  id: string;
  place: number;
  index?: number;
  /** Pixels from the top of the page. */
  start?: number;
  /** Its card is drawn; otherwise a placeholder. */
  hasCard: boolean;
}

/** A row that is being scrolled to. */
interface Arrival {
  id: string;
  /** The list of the row. */
  part: PartRows;
  /** The timeout: milliseconds since the page's start. */
  until: number;
}

const ARRIVAL_MS = 5000;

/** True during a scroll to a row of the part, which must not load another part. */
function isOnTheWay(
  arrival: Arrival | null,
  part: PartRows,
  { startIndex, endIndex }: { startIndex: number; endIndex: number },
): boolean {
  if (!arrival || performance.now() > arrival.until) return false;
  const index = part.indexOf(arrival.id);
  return index >= 0 && (index < startIndex || index > endIndex);
}

interface RowWindowOptions {
  ids: Ids;
  /** More rows follow the last of these. */
  hasMore: boolean;
  near: Places;
  onNear: (near: Places) => void;
  from: OpeningPlace | null;
  handle: RefObject<RowWindow | null>;
  /** Rows are `CompactRow`s. */
  isCompact: boolean;
}

/**
 * Pixels: the gap between two rows, and a row's height on such a screen before some were measured.
 */
const COMPACT = { gap: 6, height: 76 };
const cardLayout = () => ({ gap: 12, height: innerWidth < 640 ? 420 : 270 });

/**
 * The drawn rows of a list: all of a short one, else those near the screen and the row that was
 * focused last. A list too tall for a browser is laid out in parts, which follow each other as
 * their ends come near.
 */
export function useRowWindow({
  ids,
  hasMore,
  near,
  onNear,
  from,
  handle,
  isCompact,
}: RowWindowOptions) {
  const isLow = useIsDesk() && isCompact;
  const layout = isLow ? COMPACT : cardLayout();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [estimate, setEstimate] = useState({ height: layout.height, isGuess: true, isLow });
  if (estimate.isLow !== isLow) setEstimate({ height: layout.height, isGuess: true, isLow });
  // The row that the list opens at is drawn wherever it is, so that `usePlace` can scroll to it.
  const [active, setActive] = useState(from?.id ?? null);
  const size = partSize(ids.length, estimate.height + layout.gap);
  const [begin, setBegin] = useState(() =>
    from === null ? 0 : beginAround(ids.indexOf(from.id), { size, count: ids.length }),
  );
  const arriving = useRef<Arrival | null>(null);
  const goal = useRef<Goal | null>(null);

  const first = Math.max(0, Math.min(begin, ids.length - size));
  const part = useMemo(() => rowsOfPart(ids, first, size), [ids, first, size]);
  const isShort = ids.length <= WHOLE_ROWS && !hasMore;
  const activePlace = useMemo(() => (active === null ? -1 : ids.indexOf(active)), [ids, active]);
  const activeIndex = activePlace >= first && activePlace < first + size ? activePlace - first : -1;

  const offScreen = useOffScreen(ids, isShort);
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, count }: Range) => {
      const start = Math.max(0, startIndex - OVERSCAN);
      const end = Math.min(count - 1, endIndex + OVERSCAN);
      const near = Array.from({ length: end - start + 1 }, (_, index) => start + index);
      const far = [...offScreen.map((id) => part.indexOf(id)), activeIndex].filter(
        (index) => index >= 0 && (index < start || index > end),
      );
      return [...new Set([...near, ...far])].sort((a, b) => a - b);
    },
    [offScreen, part, activeIndex],
  );
  // A new function makes the library lay the rows out again, with a new estimate.
  const keyOf = useMemo(
    () => ({ estimate, keyOf: (index: number) => part.keyAt(index) }),
    [part, estimate],
  ).keyOf;
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: size,
    estimateSize: () => estimate.height,
    getItemKey: keyOf,
    rangeExtractor,
    gap: layout.gap,
    scrollMargin: top,
    scrollPaddingStart: SCROLL_PADDING,
    scrollPaddingEnd: SCROLL_PADDING,
    onChange: ({ itemSizeCache, range, isScrolling }) => {
      // Once, so that the page's height does not change each time.
      if (estimate.isGuess && itemSizeCache.size >= MEASURED) {
        const height = Math.round(
          [...itemSizeCache.values()].reduce((sum, height) => sum + height, 0) / itemSizeCache.size,
        );
        setEstimate({ height, isGuess: false, isLow });
        // Fewer rows fit than estimated: the row that the list opened at has to be among them.
        const fitting = partSize(ids.length, height + layout.gap);
        if (fitting < size && active !== null && activePlace >= 0) {
          setBegin(beginAround(activePlace, { size: fitting, count: ids.length }));
          arriving.current = { id: active, part, until: performance.now() + ARRIVAL_MS };
        }
      }
      // Before the first scroll, the range is still the part's beginning.
      if (!range || !isScrolling || size === ids.length) return;
      if (isOnTheWay(arriving.current, part, range)) return;
      arriving.current = null;
      setBegin(nextBegin({ first, size, count: ids.length }, range) ?? begin);
    },
  });
  const items = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};

  // Heights of the other layout are not valid for this one.
  const measuredLow = useRef(isLow);
  useLayoutEffect(() => {
    if (measuredLow.current !== isLow) virtualizer.measure();
    measuredLow.current = isLow;
  }, [isLow, virtualizer]);

  // The content above the list grows and shrinks.
  useLayoutEffect(() => {
    const page = list.current?.parentElement;
    if (!page) return;
    const observer = new ResizeObserver(
      () => list.current && setTop(Math.round(list.current.getBoundingClientRect().top + scrollY)),
    );
    observer.observe(page);
    return () => observer.disconnect();
  }, []);

  useKeptPlace(part, virtualizer);

  useLayoutEffect(() => {
    const { current: arrival } = arriving;
    // The part was laid out again during the scroll: its row has another index now.
    if (arrival && arrival.part !== part && size !== ids.length && part.indexOf(arrival.id) >= 0) {
      arrival.part = part;
      virtualizer.scrollToIndex(part.indexOf(arrival.id), { align: 'start' });
    }
    if (!goal.current) return;
    if (!goal.current.isShown)
      arriving.current = { id: goal.current.id, part, until: performance.now() + ARRIVAL_MS };
    if (follow(goal.current, part, virtualizer)) goal.current = null;
  });

  useEffect(() => {
    const pages = pagesAround(first + startIndex, first + endIndex);
    const also =
      activePlace < 0 || (activePlace >= pages.first && activePlace < pages.last) ? null : active;
    if (pages.first !== near.first || pages.last !== near.last || also !== near.also)
      onNear({ ...pages, also });
  }, [first, startIndex, endIndex, active, activePlace, near, onNear]);

  const goTo = (place: number, align: Goal['align'] = 'auto', focus = '') => {
    const id = ids.at(place);
    if (id === undefined) return;
    goal.current = { id, align, focus };
    setActive(id);
    if (place < first || place >= first + size)
      setBegin(beginAround(place, { size, count: ids.length }));
  };
  useImperativeHandle(handle, () => ({
    goTo: (place) => goTo(Math.min(place, ids.length - 1), 'start'),
    focusIn: (id, selector) => goTo(ids.indexOf(id), 'auto', selector),
  }));

  // The cards beyond the screen's edges are drawn when the page is idle: a wheel passes more of
  // them than a frame can draw.
  const screen = useMemo(
    () => ({ from: first + startIndex, to: first + endIndex }),
    [first, startIndex, endIndex],
  );
  const settled = useDeferredValue(screen);
  const hasCard = (place: number) =>
    isShort ||
    place === activePlace ||
    (place >= screen.from && place <= screen.to) ||
    (place >= settled.from - OVERSCAN && place <= settled.to + OVERSCAN);

  const drawn = items.map(({ index, start }): DrawnRow => ({
    id: part.idAt(index),
    place: first + index,
    index,
    start,
    hasCard: hasCard(first + index),
  }));
  // It keeps the focus, although its part was replaced.
  const apart =
    active !== null && activePlace >= 0 && activeIndex < 0
      ? { id: active, place: activePlace, hasCard: true }
      : null;
  if (apart && apart.place < first) drawn.unshift(apart);
  else if (apart) drawn.push(apart);
  return { list, drawn, first, virtualizer, top, height: estimate.height, active, setActive, goTo };
}

/**
 * The rows of a short list that are drawn although they may be off the screen: all in the end, a
 * few more at a time.
 */
function useOffScreen(ids: Ids, isShort: boolean): readonly string[] {
  const [drawn, setDrawn] = useState<readonly string[]>([]);
  useEffect(() => {
    const all = isShort ? ids.slice() : [];
    const kept = all.filter((id) => drawn.includes(id));
    const more = all.filter((id) => !drawn.includes(id)).slice(0, AT_ONCE);
    if (more.length === 0 && kept.length === drawn.length) return;
    const timer = setTimeout(() => setDrawn([...kept, ...more]));
    return () => clearTimeout(timer);
  }, [ids, isShort, drawn]);
  return drawn;
}

/**
 * Continues to a goal. True once it is reached, or cannot be: the element to focus may not be read
 * yet.
 */
function follow(
  goal: Goal,
  part: PartRows,
  virtualizer: Virtualizer<Window, HTMLLIElement>,
): boolean {
  const { id, align, focus } = goal;
  const index = part.indexOf(id);
  if (index < 0) return true;
  const row = document.getElementById(rowElementId(id));
  const isLeft = goal.isShown && document.activeElement !== row;
  if (!goal.isShown) virtualizer.scrollToIndex(index, { align });
  goal.isShown = true;
  if (isLeft) return true;
  const inside = focus === '' ? row : row?.querySelector<HTMLElement>(focus);
  (inside ?? row)?.focus({ preventScroll: true });
  return inside !== null;
}

/** Keeps rows in their position on the screen when rows above them are added or removed. */
function useKeptPlace(part: PartRows, virtualizer: Virtualizer<Window, HTMLLIElement>): void {
  const seen = useRef<{ part: PartRows; rows: { id: string; start: number }[] }>({
    part,
    rows: [],
  });
  useLayoutEffect(() => {
    const { part: before, rows } = seen.current;
    if (before !== part && scrollY > 0) {
      const kept = rows.find(({ id }) => part.indexOf(id) >= 0);
      const now = kept && virtualizer.measurementsCache[part.indexOf(kept.id)];
      if (kept && now && now.start !== kept.start)
        scrollBy({ top: now.start - kept.start, behavior: 'instant' });
    }
    const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
    const shown = virtualizer
      .getVirtualItems()
      .filter(({ index }) => index >= startIndex && index <= endIndex);
    seen.current = {
      part,
      rows: shown.map(({ index, start }) => ({ id: part.idAt(index), start })),
    };
  });
}

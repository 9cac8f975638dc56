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
import { useIsDesk } from '../../ui/use-desk.ts';
import { WHOLE_ROWS } from './use-entity-list.ts';
import { rowElementId, type OpeningPlace } from './list-address.ts';

/** Rows drawn beyond each edge of the screen. */
const OVERSCAN = 6;
/** The root's least `scroll-padding-block`, at its start and end. */
const SCROLL_PADDING = { start: 128, end: 96 };
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

/** A row in the document. */
interface DrawnRow<Row> {
  row: Row;
  /** Its place in the list, from 0. */
  place: number;
  /** Pixels from the top of the page. */
  start: number;
  /** Its card is drawn; otherwise a placeholder. */
  hasCard: boolean;
}

interface RowWindowOptions<Row> {
  rows: readonly Row[];
  /** No rows follow the last of these. */
  isWhole: boolean;
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
 * focused last.
 */
export function useRowWindow<Row extends { id: string }>({
  rows,
  isWhole,
  from,
  handle,
  isCompact,
}: RowWindowOptions<Row>) {
  const isLow = useIsDesk() && isCompact;
  const layout = isLow ? COMPACT : cardLayout();
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [estimate, setEstimate] = useState({ height: layout.height, isGuess: true, isLow });
  if (estimate.isLow !== isLow) setEstimate({ height: layout.height, isGuess: true, isLow });
  // The row that the list opens at is drawn wherever it is, so that `usePlace` can scroll to it.
  const [active, setActive] = useState(from?.id ?? null);
  const goal = useRef<Goal | null>(null);

  const isShort = rows.length <= WHOLE_ROWS && isWhole;
  const places = useMemo(() => new Map(rows.map(({ id }, place) => [id, place])), [rows]);
  const activePlace = (active === null ? undefined : places.get(active)) ?? -1;

  const offScreen = useOffScreen(rows, isShort);
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, count }: Range) => {
      const start = Math.max(0, startIndex - OVERSCAN);
      const end = Math.min(count - 1, endIndex + OVERSCAN);
      const near = Array.from({ length: end - start + 1 }, (_, index) => start + index);
      const far = [...offScreen.map((id) => places.get(id) ?? -1), activePlace].filter(
        (place) => place >= 0 && (place < start || place > end),
      );
      return [...new Set([...near, ...far])].sort((a, b) => a - b);
    },
    [offScreen, places, activePlace],
  );
  // A new function makes the library lay the rows out again, with a new estimate.
  const keyOf = useMemo(
    () => ({ estimate, keyOf: (place: number) => rows[place]?.id ?? place }),
    [rows, estimate],
  ).keyOf;
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: rows.length,
    estimateSize: () => estimate.height,
    getItemKey: keyOf,
    rangeExtractor,
    gap: layout.gap,
    scrollMargin: top,
    scrollPaddingStart: SCROLL_PADDING.start,
    scrollPaddingEnd: SCROLL_PADDING.end,
    onChange: ({ itemSizeCache }) => {
      // Once, so that the page's height does not change each time.
      if (!estimate.isGuess || itemSizeCache.size < MEASURED) return;
      const heights = [...itemSizeCache.values()];
      const height = Math.round(heights.reduce((sum, one) => sum + one, 0) / heights.length);
      setEstimate({ height, isGuess: false, isLow });
    },
  });
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};

  // Heights of the other layout are not valid for this one.
  const measuredLow = useRef(isLow);
  useLayoutEffect(() => {
    if (measuredLow.current !== isLow) virtualizer.measure();
    measuredLow.current = isLow;
  }, [isLow, virtualizer]);

  // The content above the list grows and shrinks.
  useLayoutEffect(() => {
    const page = list.current?.closest('main');
    if (!page) return;
    const observer = new ResizeObserver(
      () => list.current && setTop(Math.round(list.current.getBoundingClientRect().top + scrollY)),
    );
    observer.observe(page);
    return () => observer.disconnect();
  }, []);

  useStablePlace(rows, places, virtualizer);

  useLayoutEffect(() => {
    const place = goal.current ? (places.get(goal.current.id) ?? -1) : -1;
    if (goal.current && follow(goal.current, place, virtualizer)) goal.current = null;
  });

  const goTo = (place: number, align: Goal['align'] = 'auto', focus = '') => {
    const id = rows[place]?.id;
    if (id === undefined) return;
    goal.current = { id, align, focus };
    setActive(id);
  };
  useImperativeHandle(handle, () => ({
    goTo: (place) => goTo(place, 'start'),
    focusIn: (id, selector) => goTo(places.get(id) ?? -1, 'auto', selector),
  }));

  // The cards beyond the screen's edges are drawn when the page is idle: a wheel passes more of
  // them than a frame can draw.
  const screen = useMemo(() => ({ from: startIndex, to: endIndex }), [startIndex, endIndex]);
  const settled = useDeferredValue(screen);
  const hasCard = (place: number) =>
    isShort ||
    place === activePlace ||
    (place >= screen.from && place <= screen.to) ||
    (place >= settled.from - OVERSCAN && place <= settled.to + OVERSCAN);

  const drawn = virtualizer.getVirtualItems().flatMap(({ index, start }): DrawnRow<Row>[] => {
    const row = rows[index];
    return row ? [{ row, place: index, start, hasCard: hasCard(index) }] : [];
  });
  return { list, drawn, virtualizer, top, height: estimate.height, active, setActive, goTo };
}

/**
 * The rows of a short list that are drawn although they may be off the screen: all in the end, a
 * few more at a time.
 */
function useOffScreen(rows: readonly { id: string }[], isShort: boolean): readonly string[] {
  const [drawn, setDrawn] = useState<readonly string[]>([]);
  useEffect(() => {
    const all = isShort ? rows.map(({ id }) => id) : [];
    const staying = all.filter((id) => drawn.includes(id));
    const more = all.filter((id) => !drawn.includes(id)).slice(0, AT_ONCE);
    if (more.length === 0 && staying.length === drawn.length) return;
    const timer = setTimeout(() => setDrawn([...staying, ...more]));
    return () => clearTimeout(timer);
  }, [rows, isShort, drawn]);
  return drawn;
}

/**
 * Continues to a goal. True once it is reached, or cannot be: the element to focus may not be read
 * yet.
 */
function follow(
  goal: Goal,
  place: number,
  virtualizer: Virtualizer<Window, HTMLLIElement>,
): boolean {
  const { id, align, focus } = goal;
  if (place < 0) return true;
  const row = document.getElementById(rowElementId(id));
  const isLeft = goal.isShown && document.activeElement !== row;
  if (!goal.isShown) virtualizer.scrollToIndex(place, { align });
  goal.isShown = true;
  if (isLeft) return true;
  const inside = focus === '' ? row : row?.querySelector<HTMLElement>(focus);
  (inside ?? row)?.focus({ preventScroll: true });
  return inside !== null;
}

/** Keeps rows in their position on the screen when rows above them are added or removed. */
function useStablePlace(
  rows: readonly { id: string }[],
  places: ReadonlyMap<string, number>,
  virtualizer: Virtualizer<Window, HTMLLIElement>,
): void {
  const seen = useRef<{
    places: typeof places;
    shown: { id: string; place: number; start: number }[];
  }>({
    places,
    shown: [],
  });
  useLayoutEffect(() => {
    const { places: before, shown } = seen.current;
    if (before !== places && scrollY > 0) {
      const staying = shown.find(({ id }) => places.has(id));
      const place = (staying && places.get(staying.id)) ?? -1;
      const now = virtualizer.measurementsCache[place];
      // In the same place, only the height of rows above it changed: a search marks its matches.
      if (staying && now && place !== staying.place)
        scrollBy({ top: now.start - staying.start, behavior: 'instant' });
    }
    const { startIndex = 0, endIndex = -1 } = virtualizer.range ?? {};
    const onScreen = virtualizer
      .getVirtualItems()
      .filter(({ index }) => index >= startIndex && index <= endIndex);
    seen.current = {
      places,
      shown: onScreen.map(({ index, start }) => ({
        id: rows[index]?.id ?? '',
        place: index,
        start,
      })),
    };
  });
}

/** A row that stands still for so many frames has its place. */
const STILL_FRAMES = 12;
/** In case it never stands still. */
const LONGEST_MS = 5000;
/** Input after which a person decides where the list stands. */
export const INPUTS = ['pointerdown', 'wheel', 'touchmove', 'keydown'] as const;

interface HeldRow {
  element: () => HTMLElement | null;
  /** Where its top stands, in CSS px from the top of the screen. */
  top: number;
  /** False while the heights of the rows around it are guessed. */
  isLaidOut: () => boolean;
  onEnd: () => void;
}

/**
 * Keeps a row at one height of the screen while the rows around it take their heights: until it stands still, somebody else scrolls, or
 * a person acts. Returns the function that ends it.
 */
export function holdRow({ element, top, isLaidOut, onEnd }: HeldRow): () => void {
  const until = performance.now() + LONGEST_MS;
  const inputs = new AbortController();
  let [stillFrames, foreignFrames] = [0, 0];
  let [leftAt, stoodAt] = [scrollY, Number.NaN];
  let frame = 0;

  const end = () => {
    cancelAnimationFrame(frame);
    if (inputs.signal.aborted) return;
    inputs.abort();
    onEnd();
  };
  const hold = () => {
    const row = element();
    if (!row || performance.now() > until) return end();
    frame = requestAnimationFrame(hold);
    const { top: now } = row.getBoundingClientRect();
    const onPage = now + scrollY;
    const isInPlace = Math.abs(onPage - stoodAt) < 1;
    // Rows that take their heights move the page and the row together, but not always within one frame.
    foreignFrames = isInPlace && Math.abs(scrollY - leftAt) > 1 ? foreignFrames + 1 : 0;
    if (foreignFrames > 1) return end();
    if (foreignFrames === 1) return;
    if (Math.abs(now - top) > 0.5) scrollTo({ top: onPage - top, behavior: 'instant' });
    const isStill = isInPlace && Math.abs(scrollY - leftAt) <= 1 && row.ariaBusy !== 'true';
    stillFrames = isStill && isLaidOut() ? stillFrames + 1 : 0;
    [leftAt, stoodAt] = [scrollY, onPage];
    if (stillFrames >= STILL_FRAMES) end();
  };

  for (const input of INPUTS)
    addEventListener(input, end, { passive: true, signal: inputs.signal });
  hold();
  return end;
}

/** The rules that axe can check. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A dark page differs from a light one only in colours. */
export const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Shows each colour at once: one on its way to another is no colour of the page. Runs in the page. */
export function stopTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition: none !important }');
  document.adoptedStyleSheets = [sheet];
}

/** Selects the parts of a page that are dimmed while they are brought up to date. */
export const BUSY = 'main [aria-busy="true"]';

const LARGE_TEXT = 'html { font-size: 200% !important }';
/** As WCAG 1.4.12 has it. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important }`;

/** At 400 % zoom, on a phone on its side, on a tablet, and with each style on a phone and a desktop. */
export const WINDOWS: [width: number, height: number, style?: string][] = [
  [320, 180],
  [844, 390],
  [768, 1024],
  [1024, 640],
  [390, 844, LARGE_TEXT],
  [1280, 800, LARGE_TEXT],
  [390, 844, TEXT_SPACING],
  [1280, 800, TEXT_SPACING],
];

/** What does not fit the page's present window. Runs in the page. */
export async function faultsOfFit(): Promise<string[]> {
  // Sticky elements publish their heights once they are laid out.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const { innerWidth: width, innerHeight: height } = window;
  const place = document.querySelector('[role=dialog]') ?? document.body;
  const faults = new Set<string>();
  const nameOf = (element: Element | null) =>
    element &&
    `${element.localName} “${(element.getAttribute('aria-label') || element.id || element.textContent || '').slice(0, 40)}”`;
  const isBeyond = ({ left, right }: DOMRect) => left < -1 || right > width + 1;
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('[inert], [aria-hidden=true]');

  const { scrollWidth } = document.documentElement;
  if (scrollWidth > width) faults.add(`the page is ${scrollWidth} wide`);

  const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement: parent } = text;
    if (!parent || !text.textContent?.trim() || !isShown(parent)) continue;
    if (parent.clientWidth === 1) continue; // For screen readers alone.
    if (clips(parent) && parent.scrollWidth > parent.clientWidth + 1)
      faults.add(`cut: ${nameOf(parent)}`);
    let scroller: Element | null = parent;
    while (scroller && !clips(scroller)) scroller = scroller.parentElement;
    const range = document.createRange();
    range.selectNode(text);
    if (!scroller && [...range.getClientRects()].some(isBeyond))
      faults.add(`beyond the window: ${nameOf(parent)}`);
  }

  for (const control of place.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex="0"]',
  )) {
    // A control that has the focus is not scrolled to again.
    control.blur();
    control.focus();
    if (!isShown(control) || document.activeElement !== control) continue;
    const box = control.closest('label') ?? control;
    const rect = box.getBoundingClientRect();
    if (isBeyond(rect)) faults.add(`beyond the window: ${nameOf(control)}`);
    const top = Math.max(rect.top, 0);
    const bottom = Math.min(rect.bottom, height);
    // A control of many lines may be covered in part, but not at its caret.
    const shares =
      control.localName === 'textarea' || rect.height > 120 ? [0.1, 0.3, 0.5, 0.7, 0.9] : [0.5];
    const covers = shares.map((share) =>
      document.elementFromPoint(rect.left + rect.width / 4, top + (bottom - top) * share),
    );
    const isOwn = (at: Element | null) => at !== null && (box.contains(at) || at.contains(box));
    if (!covers.some(isOwn))
      faults.add(`covered: ${nameOf(control)} by ${nameOf(covers[0] ?? null)}`);
  }
  return [...faults];
}

import type { Page } from '@playwright/test';

export interface Phone {
  name: string;
  width: number;
  height: number;
  /** The insets of notch, corners and home bar, in CSS pixels. */
  insets: { top: number; right: number; bottom: number; left: number };
}

export const PHONES: readonly Phone[] = [
  { name: 'upright', width: 390, height: 844, insets: { top: 47, right: 0, bottom: 34, left: 0 } },
  {
    name: 'on its side',
    width: 844,
    height: 390,
    insets: { top: 0, right: 47, bottom: 21, left: 47 },
  },
];

/** Gives a page the screen of a phone with notch and home bar. */
export async function becomePhone(page: Page, { width, height, insets }: Phone): Promise<void> {
  await page.setViewportSize({ width, height });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await page.waitForFunction(knowsInsets, insets);
}

/** The visible texts and controls that the notch or the home bar covers in part. */
export const underTheNotch = (page: Page, { insets }: Phone): Promise<string[]> =>
  page.evaluate(findCovered, insets);

/** Runs in the page. */
function knowsInsets({ top, right, bottom, left }: Phone['insets']): boolean {
  const probe = document.createElement('div');
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => `env(safe-area-inset-${side})`);
  probe.style.margin = sides.join(' ');
  document.body.append(probe);
  const { marginTop, marginRight, marginBottom, marginLeft } = getComputedStyle(probe);
  probe.remove();
  return (
    [marginTop, marginRight, marginBottom, marginLeft].join() ===
    [top, right, bottom, left].map((inset) => `${inset}px`).join()
  );
}

/**
 * Runs in the page. Scrolling content may pass under the bars; fixed content, and a page's start
 * and end, may not.
 */
function findCovered({ top, right, bottom, left }: Phone['insets']): string[] {
  /** The element that scrolls the given one; null for fixed content. */
  const scrollerOf = (element: Element): Element | null => {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const { position, overflowY } = getComputedStyle(one);
      if (/auto|scroll/.test(overflowY) && one.scrollHeight > one.clientHeight) return one;
      if (/fixed|sticky/.test(position)) return null;
    }
    return document.scrollingElement;
  };
  const isSeen = (element: Element, { x, y, width, height }: DOMRect): boolean => {
    const seen = document.elementFromPoint(x + width / 2, y + height / 2);
    return width > 1 && seen !== null && (element.contains(seen) || seen.contains(element));
  };
  const isCovered = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    if (!isSeen(element, box)) return false;
    const scroller = scrollerOf(element);
    const isAtTop = !scroller || scroller.scrollTop < 1;
    const isAtEnd =
      !scroller || scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 1;
    const isBeside = box.left < left - 1 || box.right > innerWidth - right + 1;
    return (
      isBeside ||
      (isAtTop && box.top < top - 1) ||
      (isAtEnd && box.bottom > innerHeight - bottom + 1)
    );
  };
  return [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, li')]
    .filter(isCovered)
    .map((element) => `${element.localName} ${element.ariaLabel ?? element.textContent}`);
}

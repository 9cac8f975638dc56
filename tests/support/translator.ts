import type { BrowserContext, Page } from '@playwright/test';
import { expect, pageTest } from './test.ts';

type Moment = 'page works' | 'page is parsed';

/**
 * Translates a page as a browser does: replaces each text node, also later ones, by two nested
 * `font` elements. The words stay, so that tests find them; until the page works they are written
 * in capitals.
 */
function translateDocument(from: Moment): void {
  const LEFT_OUT = 'script, style, textarea, title, [translate=no], font[data-translated]';
  const observer = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) translate(node);
  });
  const translate = (root: Node) => {
    if (!root.isConnected) return;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (text.data === '' || text.parentElement?.closest(LEFT_OUT)) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.dataset.translated = '';
      inner.textContent = from === 'page works' ? text.data : text.data.toUpperCase();
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    translate(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    document.documentElement.dataset.translated = '';
  };
  // The site announces that React has taken over its page; a portal page has a heading only after
  // that.
  let works = false;
  addEventListener('pagetakeover', () => (works = true));
  const isPortal = location.pathname.startsWith('/admin');
  const isTime = () => {
    if (from === 'page is parsed') return document.readyState !== 'loading';
    return isPortal ? document.querySelector('h1') !== null : works;
  };
  const wait = () => (isTime() ? start() : setTimeout(wait, from === 'page works' ? 50 : 0));
  wait();
}

/** Translates every page that the device opens from now on. */
const translatePages = (context: BrowserContext, from: Moment) =>
  context.addInitScript(translateDocument, from);

/** Waits until an open page is translated. */
export const translated = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-translated]', { state: 'attached' });

interface Translator {
  /** The moment when the browser translates a page. */
  translatedFrom: Moment;
  /** Uncaught errors of all pages. */
  uncaught: string[];
}

/**
 * React's report that a page differs from the build's HTML, after which React renders the page
 * again.
 */
export const DRAWN_ANEW = /React error #418/;

/** A test on a device that translates every page. It fails on an uncaught error. */
export const translatedTest = pageTest.extend<Translator>({
  translatedFrom: ['page works', { option: true }],
  uncaught: [
    async ({ device, translatedFrom }, use) => {
      const uncaught: string[] = [];
      device.context.on('weberror', (error) => uncaught.push(String(error.error())));
      await translatePages(device.context, translatedFrom);
      await use(uncaught);
      for (const page of device.context.pages())
        await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
      const isExpected = (error: string) =>
        translatedFrom === 'page is parsed' && DRAWN_ANEW.test(error);
      expect(uncaught.filter((error) => !isExpected(error))).toEqual([]);
    },
    { auto: true },
  ],
});

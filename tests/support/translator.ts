import type { BrowserContext, Page } from '@playwright/test';
import { expect, pageTest } from './test.ts';

type Moment = 'page works' | 'page is parsed';

/**
 * Translates a page as a browser does: replaces each text node, also a later one, by two nested `font` elements. Keeps the words,
 * so that tests find them; before the page works it writes them in capitals.
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
  // The site says when React has taken over its page; a page of the portal has a heading only then.
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
  /** When the browser translates a page. */
  translatedFrom: Moment;
  /** Errors that no code caught, of every page. */
  uncaught: string[];
}

/** React's report that a page was not as the build wrote it; React then draws the page anew. */
export const DRAWN_ANEW = /React error #418/;

/** A test on a device whose browser translates every page; each ends without an error that no code caught. */
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

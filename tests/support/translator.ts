import type { BrowserContext, Page } from '@playwright/test';
import { expect, pageTest } from './test.ts';

/**
 * Does to a page what a browser's translator does: each text node, also one that comes later, is replaced by two nested
 * `font` elements. The words stay, so that tests find them.
 */
function translateDocument(): void {
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
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const start = () => {
    translate(document.body);
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    document.documentElement.dataset.translated = '';
  };
  // React has taken the page over by then; before, it would draw the page anew.
  const hasStarted = () =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'));
  const wait = () =>
    document.readyState === 'complete' && hasStarted()
      ? setTimeout(start, 200)
      : setTimeout(wait, 50);
  wait();
}

/** Translates every page that the device opens from now on. */
const translatePages = (context: BrowserContext) => context.addInitScript(translateDocument);

/** Waits until an open page is translated. */
export const translated = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-translated]', { state: 'attached' });

interface Translator {
  /** Errors that no code caught, of every page. */
  uncaught: string[];
}

/** A test on a device whose browser translates every page; each ends without an error that no code caught. */
export const translatedTest = pageTest.extend<Translator>({
  uncaught: [
    async ({ device }, use) => {
      const uncaught: string[] = [];
      device.context.on('weberror', (error) => uncaught.push(String(error.error())));
      await translatePages(device.context);
      await use(uncaught);
      for (const page of device.context.pages())
        await expect(page.getByText('Unexpected Application Error')).toHaveCount(0);
      expect(uncaught).toEqual([]);
    },
    { auto: true },
  ],
});

import type { Locator } from '@playwright/test';

/** The number of lines that an element's texts and icons take up. */
export const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange();
    const tops = new Set<number>();
    const walker = document.createTreeWalker(
      element,
      NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode;
      // An element around a text has its own box, which is not a line.
      if (node instanceof Element && !(node instanceof SVGSVGElement)) continue;
      range.selectNode(node);
      for (const { top } of range.getClientRects()) tops.add(Math.round(top));
    }
    return tops.size;
  });

import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';

/** The texts of the elements, as they are written. */
export const textsOf = (locator: Locator): string[] =>
  locator.elements().map((element) => element.textContent ?? '');

export const expectTexts = (locator: Locator, texts: readonly unknown[]): Promise<void> =>
  expect.poll(() => textsOf(locator)).toEqual(texts);

export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length).toBe(count);

export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

export const styleOf = (locator: Locator): CSSStyleDeclaration =>
  getComputedStyle(locator.element());

export const focus = (locator: Locator): void => locator.element().focus();

/** A message in the corner. */
export const toast = (text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** The summary above a form whose fields are wrong. */
export const errorSummary = (): Locator => page.getByRole('group', { name: /^Please check/ });

/** The number of lines that an element's texts and icons take up. */
export function linesOf(element: Element): number {
  const range = document.createRange();
  const tops = new Set<number>();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    // An element around a text has its own box, which is not a line.
    if (node instanceof Element && !(node instanceof SVGSVGElement)) continue;
    range.selectNode(node);
    for (const { top } of range.getClientRects()) tops.add(Math.round(top));
  }
  return tops.size;
}

/** Chooses files in a file field, as its dialog does. */
export function chooseFiles(field: Locator, ...files: File[]): void {
  const input = field.element() as HTMLInputElement;
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

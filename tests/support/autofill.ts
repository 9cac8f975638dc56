import type { Locator } from '@playwright/test';

/** Sets a control's value as some password managers do: without an event. */
export const fillSilently = (control: Locator, value: string): Promise<void> =>
  control.evaluate((element, text) => {
    const prototype = Object.getPrototypeOf(element) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, text);
  }, value);

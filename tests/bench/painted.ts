import type { BrowserContext, Page } from '@playwright/test';

/** Something on the screen: so many elements. */
export interface Sight {
  selector: string;
  count: number;
  /** More will do as well. */
  orMore?: true;
}

/** Lets every page from now on note when a person last did something. */
export const noteActs = (context: BrowserContext) =>
  context.addInitScript(() => {
    for (const act of ['click', 'input']) {
      addEventListener(act, ({ timeStamp }) => Object.assign(window, { actedAt: timeStamp }), {
        capture: true,
      });
    }
  });

/** When something was painted: milliseconds since a person last did something, or since the page's start. */
export const untilPainted = (page: Page, sight: Sight): Promise<number> =>
  page.evaluate(async ({ selector, count, orMore }) => {
    for (
      let found = -1;
      orMore ? found < count : found !== count;
      found = document.querySelectorAll(selector).length
    )
      await new Promise(requestAnimationFrame);
    // A frame is on the screen when the next one begins.
    await new Promise(requestAnimationFrame);
    return performance.now() - ((window as unknown as { actedAt?: number }).actedAt ?? 0);
  }, sight);

/** The same for what an act brings up. Watched from before it on, which it must not be there yet. */
export async function timeToPaint(
  page: Page,
  sight: Sight,
  act: () => Promise<void>,
): Promise<number> {
  const painted = untilPainted(page, sight);
  await act();
  return painted;
}

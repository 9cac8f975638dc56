import type { BrowserContext, Page } from '@playwright/test';

/** A number of elements on the screen. */
export interface Sight {
  selector: string;
  count: number;
  /** More elements count too. */
  orMore?: true;
}

/** Makes every later page note the time of the person's last action. */
export const noteActs = (context: BrowserContext) =>
  context.addInitScript(() => {
    for (const act of ['click', 'input']) {
      addEventListener(act, ({ timeStamp }) => Object.assign(window, { actedAt: timeStamp }), {
        capture: true,
      });
    }
  });

/** The time of a paint: milliseconds since the person's last action, or since the page's start. */
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

/**
 * The same for elements that an action brings up. Watched from before the action, when they must be
 * absent.
 */
export async function timeToPaint(
  page: Page,
  sight: Sight,
  act: () => Promise<void>,
): Promise<number> {
  const painted = untilPainted(page, sight);
  await act();
  return painted;
}

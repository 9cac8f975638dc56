import type { Page } from '@playwright/test';

interface Place {
  x: number;
  y: number;
}

const STEPS = 5;

/**
 * Makes the screen a touch screen. Returns a function that drags a finger in a straight line, in
 * CSS pixels of the window.
 */
export async function touchScreen(page: Page): Promise<(from: Place, to: Place) => Promise<void>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  return async (from, to) => {
    for (let step = 0; step <= STEPS; step++) {
      const x = from.x + ((to.x - from.x) * step) / STEPS;
      const y = from.y + ((to.y - from.y) * step) / STEPS;
      await cdp.send('Input.dispatchTouchEvent', {
        type: step === 0 ? 'touchStart' : 'touchMove',
        touchPoints: [{ x, y }],
      });
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

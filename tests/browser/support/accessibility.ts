import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import {
  ABOUT_COLOURS,
  BUSY,
  faultsOfFit,
  stopTransitions,
  WCAG,
  WINDOWS,
} from '../../support/fit.ts';
import { emulate } from './device.ts';

/** Lets observers of sizes and places do their work, which may begin the next. */
async function settled(): Promise<void> {
  for (let frame = 0; frame < 4; frame++)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** As `expectAccessible` of the journeys. */
export async function expectAccessible(): Promise<void> {
  stopTransitions();
  await settled();
  await expect.poll(() => document.querySelector(BUSY)).toBeNull();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const { violations } = await axe.run(document, {
    runOnly: isDark ? { type: 'rule', values: ABOUT_COLOURS } : { type: 'tag', values: WCAG },
    resultTypes: ['violations'],
  });
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}

/** Checks the light scheme, then the dark one, without motion; the light one stays set. */
export async function expectAccessibleInBothSchemes(): Promise<void> {
  for (const scheme of ['dark', 'light']) {
    await emulate({ 'prefers-color-scheme': scheme, 'prefers-reduced-motion': 'reduce' });
    await expectAccessible();
  }
}

/** As `expectFits` of the journeys. */
export async function expectFits(): Promise<void> {
  const before = [innerWidth, innerHeight] as const;
  for (const [width, height, content] of WINDOWS) {
    await page.viewport(width, height);
    await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height]);
    const style = document.head.appendChild(document.createElement('style'));
    style.textContent = content ?? '';
    await settled();
    expect(await faultsOfFit(), `${location.pathname} in ${width} × ${height} ${content}`).toEqual(
      [],
    );
    style.remove();
  }
  await page.viewport(...before);
}

import { cdp } from 'vitest/browser';

type Feature = 'prefers-color-scheme' | 'prefers-reduced-motion' | 'forced-colors' | 'hover';

/** Sets these media features, and every other one back to the browser's own. */
export const emulate = (features: Partial<Record<Feature, string>>, media = ''): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  });

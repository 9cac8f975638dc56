import { cdp } from 'vitest/browser';

const PLAIN = {
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'forced-colors': 'none',
};

/** Sets these media features, and the other ones to their defaults: each that was set stays set. */
export const emulate = (
  features: Partial<Record<keyof typeof PLAIN, string>>,
  media = '',
): Promise<unknown> =>
  cdp().send('Emulation.setEmulatedMedia', {
    media,
    features: Object.entries({ ...PLAIN, ...features }).map(([name, value]) => ({ name, value })),
  });

import { onTestFinished } from 'vitest';

/** A wait that ends when it is released, or with its test. */
export function pause(): { released: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  onTestFinished(release);
  return { released, release };
}

import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<() => boolean>();

const onLine: PropertyDescriptor = {
  configurable: true,
  get: () => current.getStore()?.() ?? true,
};
// Node before 21 has no navigator.
if (globalThis.navigator) Object.defineProperty(globalThis.navigator, 'onLine', onLine);
else
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: Object.defineProperty({}, 'onLine', onLine),
  });

/**
 * Runs a device's life with its own value of `navigator.onLine`, because all devices of a run share
 * one process.
 */
export const onDevice = <T>(isOnLine: () => boolean, live: () => Promise<T>): Promise<T> =>
  current.run(isOnLine, live);

import { useSyncExternalStore } from 'react';

const now = () => new Date().getFullYear();
const BUILT = now();

/** The year it is: the page was written in the year of the build, and may be read in a later one. */
export function CurrentYear() {
  return useSyncExternalStore(() => () => undefined, now, () => BUILT);
}

import { isFlushing } from '../../core/outbox/run.ts';
import type { Look } from '../../core/outbox/entry.ts';

/** What there is to know now to say where waiting entries stand. */
export const lookAround = async (): Promise<Look> => ({
  now: Date.now(),
  isFlushing: await isFlushing(globalThis.navigator?.locks),
});

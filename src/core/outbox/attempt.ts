import type { SendResult } from '../backend/backend.ts';
import type { Attention, Waiting } from '../store/rows.ts';
import { restAfter } from './backoff.ts';

export interface AttemptDeps {
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 up to 1. */
  random: () => number;
  /** True only if the device itself says that it has no network: then nothing can have left it. */
  isOffline: () => boolean;
}

/** What the device itself says: a page and the worker ask it alike. */
export const DEVICE: AttemptDeps = { now: () => Date.now(), random: Math.random, isOffline: () => !navigator.onLine };

export type Retrying = Extract<SendResult, { outcome: 'retry' }>;

/** What is written down before anything leaves the device: that it may have. */
export const begun = (entry: Waiting, { now, isOffline }: AttemptDeps) => ({
  sendingSince: now(),
  attempted: entry.attempted || !isOffline(),
});

/** What a try without a result changes: the entry rests, longer each time. */
export function rested(entry: Waiting, { reason, afterMs }: Retrying, { now, random, isOffline }: AttemptDeps) {
  const attempts = entry.attempts + 1;
  return {
    attempts,
    attempted: entry.attempted || reason !== 'offline' || !isOffline(),
    retry: { reason, at: now(), delayMs: restAfter(reason, attempts, afterMs, random) },
    sendingSince: null,
  };
}

/** What a definite no changes: the entry is not tried again by itself. */
export const refused = (attention: Attention) => ({ attention, retry: null, sendingSince: null });

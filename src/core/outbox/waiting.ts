import type { Waiting } from '../store/rows.ts';

/** What every entry begins with: a minted id, and nothing tried yet. */
export function createWaiting(version: number, now: number): Waiting {
  return {
    id: crypto.randomUUID(),
    version,
    revision: 0,
    createdAt: now,
    attempts: 0,
    attempted: false,
    sendingSince: null,
    retry: null,
    attention: null,
  };
}

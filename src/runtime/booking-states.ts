import { isLater } from '../core/domain/booking-events.ts';
import { storeStates, withFormer } from '../core/waiting/booking-receipts.ts';
import type { KnownState } from '../core/store/device-schema.ts';
import { db } from './database.ts';
import { createListeners } from './listeners.ts';

export type KnownStates = ReadonlyMap<string, KnownState>;

let latest: KnownStates = new Map();
const listeners = createListeners();

/** The states of bookings that this page got from the server, by id; the same map until one changes. */
export const statesOfPage = (): KnownStates => latest;

/** Calls back when a state changes. Returns a function that stops. */
export const onStates = listeners.add;

/** Shows the server's states on this page, and stores them in their bookings' receipts. Never rejects. */
export async function noteStates(fresh: KnownStates): Promise<void> {
  const later = [...fresh].filter(([id, known]) => isLater(known.state, latest.get(id)?.state));
  const next = new Map(latest);
  for (const [id, known] of later) next.set(id, withFormer(known, latest.get(id)));
  latest = next;
  listeners.emit();
  await storeStates(db, fresh);
}

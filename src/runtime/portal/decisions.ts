import type { AdminDecision } from '../../core/outbox/admin-delivery.ts';
import type { AdminEntry } from '../../core/store/admin-rows.ts';
import { createListeners } from '../listeners.ts';

/** What the server said about an entry: in this tab, or in another one that flushed it. */
export interface Decided {
  entry: AdminEntry;
  decision: AdminDecision;
}

const listeners = createListeners<Decided>();
/** None in an old browser; none while the pages are written at build either, whose process it would keep from ending. */
const channel = 'document' in globalThis && 'BroadcastChannel' in globalThis ? new BroadcastChannel('admin-decisions') : null;

channel?.addEventListener('message', ({ data }) => listeners.tell(data as Decided));

/** Tells every open tab of the portal what was decided. */
export function announceDecision(decided: Decided): void {
  listeners.tell(decided);
  channel?.postMessage(decided);
}

/** Hears of every decision; returns how to stop. */
export const onAdminDecided = listeners.add;

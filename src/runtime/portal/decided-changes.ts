import { liveQuery } from 'dexie';
import { listDecided } from '../../core/changes/change-store.ts';
import type { Decided } from '../../core/store/admin-rows.ts';
import { createListeners } from '../app/listeners.ts';
import { db } from '../outbox/outbox.ts';

const listeners = createListeners<Decided>();
let isWatching = false;

const keyOf = ({ id, refusal }: Decided) => `${id} ${refusal?.reason ?? 'done'}`;

/** Reads the decisions from now on; those that are there already were told of before. */
function watch(): void {
  isWatching = true;
  let known: ReadonlySet<string> | null = null;
  liveQuery(() => listDecided(db)).subscribe({
    next(decided) {
      const before = known;
      known = new Set(decided.map(keyOf));
      if (before)
        for (const change of decided) if (!before.has(keyOf(change))) listeners.tell(change);
    },
    error: (error: unknown) => console.warn('Decisions could not be watched:', error),
  });
}

/** Hears of each change once the server has decided about it, whichever tab sent it; returns how to stop. */
export function onChangeDecided(listener: (change: Decided) => void): () => void {
  if (!isWatching) watch();
  return listeners.add(listener);
}

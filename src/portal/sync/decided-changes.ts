import { listDecided } from '../../core/changes/change-store.ts';
import type { Decided } from '../../core/store/admin-rows.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { createListeners } from '../../runtime/listeners.ts';
import { db } from '../../runtime/database.ts';

const listeners = createListeners<Decided>();
let isWatching = false;

const keyOf = ({ id, refusal }: Decided) => `${id} ${refusal?.reason ?? 'done'}`;

/** Reads the decisions from now on; those that are there already were told of before. */
function watch(): void {
  isWatching = true;
  let known: ReadonlySet<string> | null = null;
  liveRead(() => listDecided(db)).subscribe(({ value: decided, error }) => {
    if (error !== null) return console.warn('Decisions could not be read:', error);
    if (!decided) return;
    const before = known;
    known = new Set(decided.map(keyOf));
    if (before)
      for (const change of decided) if (!before.has(keyOf(change))) listeners.tell(change);
  });
}

/** Hears of each change once the server has decided about it, whichever tab sent it; returns how to stop. */
export function onChangeDecided(listener: (change: Decided) => void): () => void {
  if (!isWatching) watch();
  return listeners.add(listener);
}

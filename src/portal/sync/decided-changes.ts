import { listDecided, type Decided } from '../../core/changes/change-store.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { createListeners } from '../../runtime/listeners.ts';
import { db } from '../../runtime/database.ts';

const listeners = createListeners<Decided>();
let isWatching = false;

const keyOf = ({ id, refusal }: Decided) => `${id} ${refusal?.reason ?? 'done'}`;

/** Reads decisions from now on; earlier ones were announced before. */
function watch(): void {
  isWatching = true;
  let known: ReadonlySet<string> | null = null;
  liveRead(() => listDecided(db)).subscribe(({ value: decided, error }) => {
    if (error !== null) return console.warn('Decisions could not be read:', error);
    if (!decided) return;
    const before = known;
    known = new Set(decided.map(keyOf));
    if (before)
      for (const change of decided) if (!before.has(keyOf(change))) listeners.emit(change);
  });
}

/**
 * Calls the listener for each change that the server decided, whichever tab sent it; returns a
 * function that stops.
 */
export function onChangeDecided(listener: (change: Decided) => void): () => void {
  if (!isWatching) watch();
  return listeners.add(listener);
}

import { listDecided, type Decided } from '../../core/waiting/pending.ts';
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
    if (before) for (const one of decided) if (!before.has(keyOf(one))) listeners.emit(one);
  });
}

/**
 * Calls the listener for each decision of the server, whichever tab sent the entry; returns a
 * function that stops.
 */
export function onDecided(listener: (change: Decided) => void): () => void {
  if (!isWatching) watch();
  return listeners.add(listener);
}

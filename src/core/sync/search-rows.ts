import type { Ids } from '../domain/ids.ts';
import { inSlices, type KeptDigests } from './stored-search-texts.ts';

/** What a search has found so far, newest first. */
export interface Findings {
  ids: readonly string[];
  /** It has gone through all of them; else what it finds comes after these. */
  isComplete: boolean;
}

const LOOK_EVERY = 500;
/** How often it tells what it has found, after the first of it. */
const TELL_MS = 250;

interface SearchQuery<Digest> {
  /** The ids of the list, newest first. */
  order: Ids;
  digests: KeptDigests<Digest>;
  matches: (digest: Digest) => boolean;
  signal: AbortSignal;
}

/**
 * The rows of a list whose digest matches, in its order: tells the first of them as soon as the digests up to there are loaded, then now and
 * then how many there are, and at last all; nothing more when `signal` stopped it. The page answers in between.
 */
export async function* searchRows<Digest>({
  order,
  digests: { byId, load },
  matches,
  signal,
}: SearchQuery<Digest>): AsyncGenerator<Findings> {
  const found: string[] = [];
  let at = 0;
  let told = { count: 0, time: -TELL_MS };

  /** Goes on as far as the digests are loaded; to the end, past rows that are gone, when there are no more. */
  async function* goOn(isLoaded: boolean): AsyncGenerator<Findings> {
    const slice = inSlices();
    for (; at < order.length && !signal.aborted; at++) {
      const id = order.at(at) ?? '';
      const digest = byId.get(id);
      if (digest === undefined && !isLoaded) break;
      if (digest !== undefined && matches(digest)) found.push(id);
      if (at % LOOK_EVERY || !slice.isOver()) continue;
      yield* news();
      await slice.pause();
    }
    if (!isLoaded) yield* news();
  }

  function* news(): Generator<Findings> {
    if (signal.aborted || found.length === told.count || performance.now() - told.time < TELL_MS)
      return;
    told = { count: found.length, time: performance.now() };
    yield { ids: [...found], isComplete: false };
  }

  const loading = load(order, signal);
  while (!(await loading.next()).done) yield* goOn(false);
  yield* goOn(true);
  if (!signal.aborted) yield { ids: found, isComplete: true };
}

import type { Ids } from '../domain/ids.ts';
import { inSlices, type StoredSearchTexts } from './stored-search-texts.ts';

/** The matches so far, newest first. */
export interface Findings {
  ids: readonly string[];
  /** The search has read every row; before that, further matches follow these. */
  isComplete: boolean;
}

const LOOK_EVERY = 500;
/** How often matches are reported, after the first. */
const TELL_MS = 250;

interface SearchQuery<SearchText> {
  /** The ids of the list, newest first. */
  order: Ids;
  searchTexts: StoredSearchTexts<SearchText>;
  matches: (searchText: SearchText) => boolean;
  signal: AbortSignal;
}

/**
 * The rows of a list with a matching search text, in list order. Yields the first ones as soon as
 * the search texts up to there are loaded, then a count at intervals, and all rows at the end;
 * nothing after `signal`. Returns to the page in between.
 */
export async function* searchRows<SearchText>({
  order,
  searchTexts: { byId, load },
  matches,
  signal,
}: SearchQuery<SearchText>): AsyncGenerator<Findings> {
  const found: string[] = [];
  let at = 0;
  let told = { count: 0, time: -TELL_MS };

  /**
   * Searches as far as the search texts are loaded; to the end, past deleted rows, when no more are
   * coming.
   */
  async function* goOn(isLoaded: boolean): AsyncGenerator<Findings> {
    const slice = inSlices();
    for (; at < order.length && !signal.aborted; at++) {
      const id = order.at(at) ?? '';
      const searchText = byId.get(id);
      if (searchText === undefined && !isLoaded) break;
      if (searchText !== undefined && matches(searchText)) found.push(id);
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

import { useCallback, useEffect, useRef, useState } from 'react';
import { ENTITY_NAMES, type Entity } from '../../core/domain/entities.ts';
import { isVisit } from '../../core/domain/visits.ts';
import { SUBMISSION_TABLES } from '../../core/domain/submission.ts';
import { currentReplica } from '../../runtime/auth/session.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { useStored } from '../../runtime/use-stored.ts';
import { saveFact } from '../save-fact.ts';
import { onSyncedByHand, syncNow } from '../sync/sync.ts';
import { currentLists, useLists } from '../sync/use-lists.ts';
import { useWaitingAdditions } from './use-waiting.ts';

/**
 * The time of each list's newest seen row, ISO 8601; empty for a list that was seen without rows.
 */
type Seen = Partial<Record<Entity, string>>;

const readSeen = async (userId: string): Promise<Seen> =>
  ((await db.portalFacts.get([userId, 'last-visit']))?.value as Seen | undefined) ?? {};

/** Records the state of lists that were never open, so that later rows count as new. */
export async function noteFirstVisit(userId: string): Promise<void> {
  if (currentReplica()?.userId !== userId) return;
  const seen = await readSeen(userId);
  const { tables } = currentLists();
  const unseen = ENTITY_NAMES.filter((entity) => seen[entity] === undefined);
  if (unseen.length === 0) return;
  const newest = Object.fromEntries(unseen.map((entity) => [entity, tables[entity].newest]));
  await saveFact({ userId, key: 'last-visit', value: { ...newest, ...seen } });
}

/**
 * Records that a list was open, up to a row of this time. Returns the earlier record; null for
 * none.
 */
async function noteSeen(userId: string, entity: Entity, upTo: string): Promise<string | null> {
  const seen = await readSeen(userId);
  if (seen[entity] !== upTo)
    await saveFact({ userId, key: 'last-visit', value: { ...seen, [entity]: upTo } });
  return seen[entity] ?? null;
}

/**
 * The number of each list's rows since the administrator last had it open, without the visits of
 * series. A list that was never open has no new rows.
 */
export function useNewRows(): Partial<Record<Entity, number>> {
  const userId = useAdministrator()?.id;
  const tables = useLists((lists) => lists.tables);
  const { value: seen } = useStored(
    async () => (userId === undefined ? undefined : readSeen(userId)),
    [userId],
  );
  const countNew = (entity: Entity) => {
    const { rows, isRead } = tables[entity];
    const since = seen?.[entity];
    if (since === undefined || !isRead) return 0;
    const place = rows.findIndex(({ created_at }) => created_at <= since);
    const newer: readonly object[] = place < 0 ? rows : rows.slice(0, place);
    return newer.filter((row) => !isVisit(row)).length;
  };
  return Object.fromEntries(ENTITY_NAMES.map((entity) => [entity, countNew(entity)]));
}

/**
 * The time after which the open list's rows count as new, ISO 8601: that of the newest row shown
 * the last time. Null until it is known. `shown`: the time of the newest row shown now; null before
 * the list is complete.
 */
export function useLastVisit(entity: Entity, shown: string | null): string | null {
  const userId = useAdministrator()?.id;
  const [since, setSince] = useState<string | null>(null);
  useEffect(() => {
    if (userId === undefined || shown === null) return;
    // On a first visit, only rows that arrive during it are new.
    noteSeen(userId, entity, shown).then(
      (before) => setSince((known) => known ?? before ?? shown),
      () => undefined,
    );
  }, [userId, entity, shown]);
  return since;
}

export interface NewRowsBarState {
  /** Rows created after this time, ISO 8601, are not shown yet; null: all are shown. */
  upTo: string | null;
  /** The ids of rows that were added on this screen, which are shown at once. */
  added: ReadonlySet<string>;
  show: () => void;
}

/**
 * Defers rows that arrive while a list is read, so that nothing moves under a finger: from the
 * person's first touch of the page, and at the latest once the list was synced. A sync by hand
 * shows its rows, and so does another search, `matches`, which draws the list again anyway.
 */
export function useNewRowsBar(entity: Entity, matches: unknown): NewRowsBarState {
  const [upTo, setUpTo] = useState<string | null>(null);
  const [added] = useState(() => new Set<string>());
  const waiting = useWaitingAdditions(entity);
  useEffect(() => waiting.forEach(({ id }) => added.add(id)), [added, waiting]);

  const moveLimit = useCallback(
    (choose: (known: string | null, newest: string) => string) => {
      // An administrator who adds to the other lists waits to see the row there.
      if (!SUBMISSION_TABLES.includes(entity)) return;
      const { isComplete, newest } = currentLists().tables[entity];
      if (isComplete) setUpTo((known) => choose(known, newest));
    },
    [entity],
  );
  const show = useCallback(() => moveLimit((_, newest) => newest), [moveLimit]);

  const lastMatches = useRef(matches);
  useEffect(() => {
    if (lastMatches.current !== matches) show();
    lastMatches.current = matches;
  }, [matches, show]);

  useEffect(() => {
    const begin = () => moveLimit((known, newest) => known ?? newest);
    const touches = new AbortController();
    for (const touch of ['pointerdown', 'keydown', 'wheel'])
      addEventListener(touch, begin, { once: true, passive: true, signal: touches.signal });
    void syncNow().then(begin);
    const stop = onSyncedByHand(show);
    return () => {
      touches.abort();
      stop();
    };
  }, [entity, moveLimit, show]);

  return { upTo, added, show };
}

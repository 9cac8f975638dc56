import { useCallback, useEffect, useRef, useState } from 'react';
import { ENTITY_NAMES, type Entity } from '../../core/domain/entities.ts';
import { SUBMISSION_TABLES } from '../../core/domain/submission.ts';
import { isAllHere } from '../../core/sync/initial-sync.ts';
import { newerThan } from '../../core/sync/read-replica.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { currentReplica } from '../../runtime/auth/session.ts';
import { useAdministrator, useCurrentReplica } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { keepFact } from './keep-fact.ts';
import { onSyncedByHand, syncNow } from './sync.ts';
import { useReplicaRead } from './use-replica-read.ts';

/**
 * The time of each list's newest seen row, ISO 8601; empty for a list that was seen without rows.
 */
type Seen = Partial<Record<Entity, string>>;

/** The time of a list's newest row on this device, ISO 8601; empty without rows. */
const newestTime = async (replica: ReplicaDatabase, table: Entity): Promise<string> =>
  (await newerThan(replica, table, '').last())?.createdAt ?? '';

const readSeen = async (userId: string): Promise<Seen> =>
  ((await db.portalFacts.get([userId, 'last-visit']))?.value as Seen | undefined) ?? {};

/**
 * The number of rows added to each list since it was last open. A list that was never open has no
 * new rows.
 */
async function countNew(
  replica: ReplicaDatabase,
  userId: string,
): Promise<Partial<Record<Entity, number>>> {
  const seen = await readSeen(userId);
  const counts = await Promise.all(
    ENTITY_NAMES.map((entity) =>
      seen[entity] === undefined ? 0 : newerThan(replica, entity, seen[entity]).count(),
    ),
  );
  return Object.fromEntries(ENTITY_NAMES.map((entity, index) => [entity, counts[index] ?? 0]));
}

/** Records the state of lists that were never open, so that later rows count as new. */
export async function noteFirstVisit(userId: string): Promise<void> {
  const current = currentReplica();
  if (current?.userId !== userId) return;
  const seen = await readSeen(userId);
  const unseen = ENTITY_NAMES.filter((entity) => seen[entity] === undefined);
  if (unseen.length === 0) return;
  const newest = await Promise.all(
    unseen.map(async (entity) => [entity, await newestTime(current.replica, entity)] as const),
  );
  await keepFact({ userId, key: 'last-visit', value: { ...Object.fromEntries(newest), ...seen } });
}

/**
 * Records that a list was open, up to a row of this time. Returns the earlier record; null for
 * none.
 */
async function noteSeen(userId: string, entity: Entity, upTo: string): Promise<string | null> {
  const seen = await readSeen(userId);
  if (seen[entity] !== upTo)
    await keepFact({ userId, key: 'last-visit', value: { ...seen, [entity]: upTo } });
  return seen[entity] ?? null;
}

/**
 * The number of each list's rows since the administrator last had it open. A first visit has no new
 * rows.
 */
export function useNewRows(): Partial<Record<Entity, number>> {
  return useReplicaRead(countNew, []) ?? {};
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

export interface UnshownRows {
  /** Rows created after this time, ISO 8601, are held back; null: none are. */
  upTo: string | null;
  /** Shows the held rows. */
  show: () => void;
}

/**
 * Holds back rows that arrive while a list is read, so that nothing moves under a finger: from the
 * person's first touch of the page, and at the latest once the list was synced. A sync by hand
 * shows its rows, and so does another search, `matches`, which draws the list again anyway.
 */
export function useUnshownRows(entity: Entity, matches: unknown): UnshownRows {
  const current = useCurrentReplica();
  const [upTo, setUpTo] = useState<string | null>(null);

  const hold = useCallback(
    async (choose: (known: string | null, newest: string) => string) => {
      // An administrator who adds to the other lists waits to see the row there.
      if (!current || !SUBMISSION_TABLES.includes(entity)) return;
      const cursor = await current.replica.readCursor();
      if (!cursor || !isAllHere(cursor, entity)) return;
      const newest = await newestTime(current.replica, entity);
      setUpTo((known) => choose(known, newest));
    },
    [current, entity],
  );
  const show = useCallback(() => void hold((_, newest) => newest).catch(() => undefined), [hold]);

  const narrowedBy = useRef(matches);
  useEffect(() => {
    if (narrowedBy.current !== matches) show();
    narrowedBy.current = matches;
  }, [matches, show]);

  useEffect(() => {
    const begin = () => void hold((known, newest) => known ?? newest).catch(() => undefined);
    const touches = new AbortController();
    for (const touch of ['pointerdown', 'keydown', 'wheel'])
      addEventListener(touch, begin, { once: true, passive: true, signal: touches.signal });
    void syncNow().then(begin);
    const stop = onSyncedByHand(show);
    return () => {
      touches.abort();
      stop();
    };
  }, [entity, hold, show]);

  return { upTo, show };
}

import { useEffect, useState } from 'react';
import { COUNTED_LISTS, type CountedList } from '../../core/domain/entities.ts';
import { after } from '../../runtime/listeners.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { db } from '../../runtime/database.ts';
import { adminBackend } from '../../runtime/auth/portal-server.ts';
import { onDecided } from '../sync/decided.ts';
import { saveFact } from '../save-fact.ts';
import { useOffline } from '../sync/sync.ts';
import { useCursor } from '../sync/use-lists.ts';

export type Counts =
  | { status: 'loading' }
  /** `asOf`: when the server gave the numbers, in milliseconds since 1970; null: just now. */
  | { status: 'ready'; counts: Record<CountedList, number>; asOf: number | null }
  /** Neither the server nor this device has numbers. */
  | { status: 'failed' };

interface StoredCounts {
  counts: Record<CountedList, number>;
  at: number;
}

/**
 * The number of changes of the replica since the page was opened; an initial sync counts as none.
 */
function useChanges(): number {
  const cursor = useCursor();
  const known = cursor?.initialSync ? undefined : cursor?.changes;
  const [{ seen, count }, setState] = useState<{ seen: number | undefined; count: number }>({
    seen: known,
    count: 0,
  });
  if (known !== undefined && known !== seen)
    setState({ seen: known, count: seen === undefined ? count : count + 1 });
  return count;
}

/** How long to wait for the server before the last known numbers are shown. */
const PATIENCE_MS = 1_000;

/**
 * The number of rows in each list: the server's exact numbers, else its last ones. Requested again
 * after each added or removed row.
 */
export function useCounts(): Counts {
  const userId = useAdministrator()?.id;
  const isOffline = useOffline();
  const changes = useChanges();
  const [counts, setCounts] = useState<Counts>({ status: 'loading' });

  useEffect(() => {
    if (userId === undefined) return;
    let left = false;
    const read = async () => {
      const asking = readCounts(userId);
      const stored = await Promise.race([
        asking.then(() => null),
        after(PATIENCE_MS, userId).then(readStored),
      ]);
      if (stored && !left) setCounts((now) => (now.status === 'ready' ? now : stored));
      const next = await asking;
      if (!left) setCounts(next);
    };
    void read();
    const stop = onDecided(() => void read());
    return () => {
      left = true;
      stop();
    };
  }, [userId, isOffline, changes]);
  return counts;
}

async function readCounts(userId: string): Promise<Counts> {
  const fresh = await askServer();
  if (fresh) {
    const value: StoredCounts = { counts: fresh, at: Date.now() };
    await saveFact({ userId, key: 'counts', value });
    return { status: 'ready', counts: fresh, asOf: null };
  }
  return (await readStored(userId)) ?? { status: 'failed' };
}

async function readStored(userId: string): Promise<Counts | null> {
  const stored = (await db.portalFacts.get([userId, 'counts']).catch(() => undefined))?.value as
    StoredCounts | undefined;
  return stored ? { status: 'ready', counts: stored.counts, asOf: stored.at } : null;
}

async function askServer(): Promise<Record<CountedList, number> | null> {
  const answers = await Promise.all(COUNTED_LISTS.map((entity) => adminBackend.countRows(entity)));
  const counts = COUNTED_LISTS.flatMap((entity, index) => {
    const answer = answers[index];
    return answer?.outcome === 'read' ? [[entity, answer.value] as const] : [];
  });
  return counts.length === COUNTED_LISTS.length
    ? (Object.fromEntries(counts) as Record<CountedList, number>)
    : null;
}

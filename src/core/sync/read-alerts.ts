import { Dexie } from 'dexie';
import type { RowOf } from '../backend/admin-backend.ts';
import { withReopen, type Database } from '../store/database.ts';

interface Wish {
  userId: string;
  /** Only alerts made before this, in milliseconds since 1970. */
  before: number;
  /** How many at most. */
  limit: number;
}

const UNSENT = ['failed', 'pending', 'sending'];

/** A user's alerts that have not gone out, newest first. Those that have, most of all, are not read. */
export async function readUnsentAlerts(db: Database, { userId, before, limit }: Wish): Promise<RowOf<'alerts'>[]> {
  const unsent = await withReopen(() =>
    Promise.all(
      UNSENT.map((state) =>
        db.keptRows
          .where('[userId+table+row.state+createdAt]')
          .between([userId, 'alerts', state], [userId, 'alerts', state, Dexie.maxKey])
          .reverse()
          .filter(({ createdAt }) => Date.parse(createdAt) < before)
          .limit(limit)
          .toArray(),
      ),
    ),
  );
  const newest = unsent.flat().sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  return newest.slice(0, limit).map(({ row }) => row as RowOf<'alerts'>);
}

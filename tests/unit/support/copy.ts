import { onTestFinished } from 'vitest';
import type { KeptTable } from '../../../src/core/domain/entities.ts';
import { pull, type PullDeps } from '../../../src/core/sync/pull.ts';
import { Database } from '../../../src/core/store/database.ts';
import { createFakeLists } from './fake-lists.ts';

export const USER = 'user-1';

/** A user's copy of the lists in a fresh database, a server in memory and a clock that the test moves. */
export function createCopy() {
  const db = new Database(`test-${crypto.randomUUID()}`);
  onTestFinished(() => db.delete());
  const server = createFakeLists();
  const clock = { now: 1_000 };
  const deps: PullDeps = { db, backend: server.backend, userId: USER, now: () => clock.now };

  const kept = async (table: KeptTable = 'bookings') => {
    const rows = await db.keptRows.filter((row) => row.userId === USER && row.table === table).toArray();
    return rows.map(({ row }) => row as { id: string; [column: string]: unknown });
  };
  const keptIds = async (table: KeptTable = 'bookings') => (await kept(table)).map(({ id }) => id).sort();
  const cursor = (table: KeptTable = 'bookings') => db.cursors.get([USER, table]);

  return { db, server, clock, deps, kept, keptIds, cursor, pull: (tables: KeptTable[] = ['bookings']) => pull(deps, tables) };
}

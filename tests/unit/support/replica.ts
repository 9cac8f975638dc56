import { onTestFinished } from 'vitest';
import type { ReplicaTable } from '../../../src/core/domain/entities.ts';
import { pull, type PullDeps } from '../../../src/core/replica/pull.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { createFakeLists } from './fake-lists.ts';

/** A replica in a fresh database, with a server in memory and a clock that the test moves. */
export function createReplica() {
  const replica = new ReplicaDatabase(`test-${crypto.randomUUID()}`);
  onTestFinished(() => replica.delete());
  const server = createFakeLists();
  const clock = { now: Date.parse('2026-06-01T12:00:00Z') };
  const deps: PullDeps = { replica, backend: server.backend, now: () => clock.now };

  const stored = async (table: ReplicaTable = 'bookings') => {
    const rows = await replica.keptRows.filter((row) => row.table === table).toArray();
    return rows.map(({ row }) => row as { id: string; [column: string]: unknown });
  };
  const storedIds = async (table: ReplicaTable = 'bookings') =>
    (await stored(table)).map(({ id }) => id).sort();
  const cursor = () => replica.readCursor();

  return {
    replica,
    server,
    clock,
    deps,
    stored,
    storedIds,
    cursor,
    pull: () => pull(deps),
  };
}

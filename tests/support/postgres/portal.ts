import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import {
  PAGE_ROWS,
  type ReadResult,
  type ListsState,
} from '../../../src/core/server/admin-backend.ts';
import type { ReplicaTable } from '../../../src/core/domain/entities.ts';
import { ReplicaDatabase } from '../../../src/core/store/replica-database.ts';
import { pull, type PullDeps } from '../../../src/core/replica/pull.ts';
import { ADMIN, type Caller } from '../database.ts';
import type { Query } from '../test-database.ts';

type As = <T>(caller: Caller, work: (query: Query) => Promise<T>) => Promise<T>;

/**
 * An administrator's device that fills its replica through core's own pull; each call is a request
 * of its own.
 */
export function createPortal(as: As) {
  const copy = new ReplicaDatabase(`portal-${randomUUID()}`);

  async function ask<T>(call: string, params: unknown[]): Promise<ReadResult<ListsState & T>> {
    const [row] = await as(ADMIN, (query) =>
      query<{ answer: ListsState & T }>(`select public.${call} as answer`, params),
    );
    return { outcome: 'read', value: (row as { answer: ListsState & T }).answer };
  }
  const backend: PullDeps['backend'] = {
    readChanges: (after) => ask('changes($1, $2)', [after, PAGE_ROWS]),
    readFirstCopy: ({ part, fromDay, after }) =>
      ask('first_copy($1, $2, $3, $4, $5)', [
        part,
        fromDay,
        after?.at ?? null,
        after?.id ?? null,
        PAGE_ROWS,
      ]),
  };

  return {
    pull: () => pull({ replica: copy, backend, now: Date.now }),
    /** The ids of a table's rows on this device. */
    storedIds: async (table: ReplicaTable) => {
      const rows = await copy.keptRows
        .where('[table+id]')
        .between([table], [table, []])
        .primaryKeys();
      return rows.map(([, id]) => id);
    },
    close: () => copy.close(),
  };
}

import { randomUUID } from 'node:crypto';
import { PAGE_ROWS, type AdminBackend, type Answered, type RowOf } from '../../../src/core/backend/admin-backend.ts';
import type { KeptTable } from '../../../src/core/domain/entities.ts';

type Lists = Pick<AdminBackend, 'readSyncState' | 'readChanges' | 'readDeletions'>;
type Call = keyof Lists;

interface Stored {
  table: KeptTable;
  id: string;
  rev: number;
  created_at: string;
  [column: string]: unknown;
}

interface Tombstone {
  table: KeptTable;
  id: string;
  rev: number;
}

/** The lists of a server in memory, with the real one's revisions and tombstones. */
export function createFakeLists() {
  let epoch = 'first';
  let rev = 0;
  let rows: Stored[] = [];
  let tombstones: Tombstone[] = [];
  const calls: string[] = [];
  /** What happens, once, while the answer to such a call is on its way; the answer does not tell of it. */
  const meanwhile = new Map<Call, () => unknown>();
  /** What calls that begin so are answered with instead. */
  const refusals = new Map<string, Answered<never>>();

  async function answer<T>(call: Call, about: string, value: T): Promise<Answered<T>> {
    const asked = `${call}${about}`;
    calls.push(asked);
    const happens = meanwhile.get(call);
    meanwhile.delete(call);
    await happens?.();
    const refused = [...refusals].find(([start]) => asked.startsWith(start));
    return refused?.[1] ?? { outcome: 'answered', value };
  }

  const page = <R extends { table: KeptTable; rev: number }>(all: R[], table: KeptTable, after: number, upTo: number) =>
    all
      .filter((row) => row.table === table && row.rev > after && row.rev <= upTo)
      .sort((a, b) => a.rev - b.rev)
      .slice(0, PAGE_ROWS);

  const backend: Lists = {
    readSyncState: () => answer('readSyncState', '', { epoch, rev }),
    readChanges: <T extends KeptTable>(table: T, after: number, upTo: number) =>
      answer('readChanges', ` ${table} ${after}`, page(rows, table, after, upTo) as unknown as RowOf<T>[]),
    readDeletions: (table, after, upTo) => answer('readDeletions', ` ${table} ${after}`, page(tombstones, table, after, upTo)),
  };

  /** Adds so many rows, each a minute later than the one before; answers their ids. */
  function add(count: number, table: KeptTable = 'bookings', columns: object = {}): string[] {
    return Array.from({ length: count }, () => {
      const id = randomUUID();
      rev += 1;
      const created_at = new Date(Date.UTC(2026, 0, 1) + rev * 60_000).toISOString();
      rows.push({ table, id, rev, created_at, ...columns });
      return id;
    });
  }

  function change(id: string, columns: object): void {
    rev += 1;
    rows = rows.map((row) => (row.id === id ? { ...row, ...columns, rev } : row));
  }

  function remove(...ids: string[]): void {
    for (const { table, id } of rows.filter((row) => ids.includes(row.id))) tombstones.push({ table, id, rev: ++rev });
    rows = rows.filter((row) => !ids.includes(row.id));
  }

  /** What a backup brings back: the rows it holds, at the revision it was made at. */
  function backUp() {
    const saved = { rev, rows: [...rows], tombstones: [...tombstones] };
    return (changes: { epoch?: string } = {}) => {
      ({ rev, rows, tombstones } = { ...saved, rows: [...saved.rows], tombstones: [...saved.tombstones] });
      epoch = changes.epoch ?? epoch;
    };
  }

  const ids = (table: KeptTable = 'bookings') => rows.filter((row) => row.table === table).map(({ id }) => id);
  return { backend, calls, meanwhile, refusals, add, change, remove, backUp, ids };
}

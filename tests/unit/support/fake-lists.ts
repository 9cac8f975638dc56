import {
  PAGE_ROWS,
  type AdminBackend,
  type ReadResult,
  type RowChange,
  type ReplicaRow,
} from '../../../src/core/server/admin-backend.ts';
import type { MailOutlook } from '../../../src/core/domain/mail-outlook.ts';
import type { ReplicaTable } from '../../../src/core/domain/entities.ts';

type Lists = Pick<AdminBackend, 'readChanges' | 'readFirstCopy'>;
type Call = keyof Lists;

interface Stored {
  table: ReplicaTable;
  id: string;
  rev: number;
  created_at: string;
  preferred_date: string;
  [column: string]: unknown;
}

interface Tombstone {
  table: ReplicaTable;
  id: string;
  rev: number;
}

const asRow = (row: Stored) => row as unknown as ReplicaRow;
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The lists of a server in memory, with revisions and tombstones as on the real one. */
export function createFakeLists() {
  let epoch = 'first';
  let rev = 0;
  let rows: Stored[] = [];
  let tombstones: Tombstone[] = [];
  let mails: MailOutlook | null = null;
  /** Null for a server of a former release, which does not say its time. */
  let clock: (() => number) | null = null;
  const calls: string[] = [];
  /**
   * Runs once while the answer to such a call is on its way; the answer does not include its
   * effects.
   */
  const meanwhile = new Map<Call, () => unknown>();
  /** Answers for calls that begin with this path. */
  const refusals = new Map<string, ReadResult<never>>();

  async function answer<T>(call: Call, about: string, value: T): Promise<ReadResult<T>> {
    const asked = `${call}${about}`;
    calls.push(asked);
    const happens = meanwhile.get(call);
    meanwhile.delete(call);
    await happens?.();
    const refused = [...refusals].find(([start]) => asked.startsWith(start));
    return refused?.[1] ?? { outcome: 'read', value };
  }

  /**
   * The state when the request arrives; changes while the answer is on its way are not included.
   */
  function changesAfter(after: number) {
    const changed = rows.map((row): RowChange => ({
      table: row.table,
      id: row.id,
      rev: row.rev,
      row: row.state === 'sent' ? null : asRow(row),
    }));
    const gone = tombstones.map((tombstone): RowChange => ({ ...tombstone, row: null }));
    const changes = [...changed, ...gone]
      .filter((change) => change.rev > after)
      .sort((a, b) => a.rev - b.rev);
    const now = clock && { now: new Date(clock()).toISOString() };
    return { epoch, rev, ...now, mails, changes: changes.slice(0, PAGE_ROWS) };
  }

  function firstCopy({ part, fromDay, after }: Parameters<Lists['readFirstCopy']>[0]) {
    const of = rows.filter((row) => {
      if (part === 'alerts') return row.table === 'alerts' && row.state !== 'sent';
      if (part !== 'coming' && part !== 'bookings') return row.table === part;
      return row.table === 'bookings' && row.preferred_date >= fromDay === (part === 'coming');
    });
    const soonest = (a: Stored, b: Stored) =>
      compare(a.preferred_date, b.preferred_date) || compare(a.id, b.id);
    const newest = (a: Stored, b: Stored) =>
      compare(b.created_at, a.created_at) || compare(a.id, b.id);
    const sorted = of.sort(part === 'coming' ? soonest : newest);
    const from = after ? sorted.findIndex(({ id }) => id === after.id) + 1 : 0;
    return {
      epoch,
      rev,
      rows: sorted.slice(from, from + PAGE_ROWS).map(asRow),
      total: after ? null : sorted.length,
    };
  }

  const backend: Lists = {
    readChanges: (after) => answer('readChanges', ` ${after}`, changesAfter(after)),
    readFirstCopy: (wish) => answer('readFirstCopy', ` ${wish.part}`, firstCopy(wish)),
  };

  /** Adds this many rows, each a minute later than the last; returns their ids. */
  function add(count: number, table: ReplicaTable = 'bookings', columns: object = {}): string[] {
    return Array.from({ length: count }, () => {
      const id = crypto.randomUUID();
      rev += 1;
      const created_at = new Date(Date.UTC(2026, 0, 1) + rev * 60_000).toISOString();
      rows.push({ table, id, rev, created_at, preferred_date: '2026-01-01', ...columns });
      return id;
    });
  }

  function change(id: string, columns: object): void {
    rev += 1;
    rows = rows.map((row) => (row.id === id ? { ...row, ...columns, rev } : row));
  }

  function remove(...ids: string[]): void {
    for (const { table, id } of rows.filter((row) => ids.includes(row.id)))
      tombstones.push({ table, id, rev: ++rev });
    rows = rows.filter((row) => !ids.includes(row.id));
  }

  /** A backup's state: its rows, at the revision of the backup. */
  function backUp() {
    const saved = { rev, rows: [...rows], tombstones: [...tombstones] };
    return (changes: { epoch?: string } = {}) => {
      ({ rev, rows, tombstones } = {
        ...saved,
        rows: [...saved.rows],
        tombstones: [...saved.tombstones],
      });
      epoch = changes.epoch ?? epoch;
    };
  }

  const ids = (table: ReplicaTable = 'bookings') =>
    rows.filter((row) => row.table === table).map(({ id }) => id);
  const rowOf = (id: string) => rows.find((row) => row.id === id);
  const setMails = (outlook: MailOutlook) => void (mails = outlook);
  const setClock = (read: typeof clock) => void (clock = read);
  return {
    backend,
    calls,
    meanwhile,
    setClock,
    setMails,
    refusals,
    add,
    change,
    remove,
    backUp,
    ids,
    rowOf,
  };
}

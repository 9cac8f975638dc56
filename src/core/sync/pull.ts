import { Dexie } from 'dexie';
import { PAGE_ROWS, type AdminBackend, type Answered, type RevisedRow, type RowOf } from '../backend/admin-backend.ts';
import type { KeptTable } from '../domain/entities.ts';
import type { Cursor } from '../store/admin-rows.ts';
import type { Database } from '../store/database.ts';
import { advance, confirm, openCursors } from './cursors.ts';

export interface PullDeps {
  db: Database;
  backend: Pick<AdminBackend, 'readSyncState' | 'readChanges' | 'readDeletions'>;
  userId: string;
  now: () => number;
}

/** What became of a pull; `signed-out` too when the copy was wiped meanwhile. What came before a failure is kept. */
export type PullResult = { outcome: 'pulled' } | Exclude<Answered<never>, { outcome: 'answered' }>;

interface SyncState {
  epoch: string;
  rev: number;
}

interface Page {
  changed: RowOf<KeptTable>[];
  deleted: RevisedRow[];
  /** Everything up to here is in it. */
  rev: number;
}

const PULLED: PullResult = { outcome: 'pulled' };
const WIPED: PullResult = { outcome: 'signed-out' };

/**
 * Brings the user's copies of these tables up to the server's latest revision, a page at a time. A copy of another
 * database, or of a later state of this one (a backup was restored), is thrown away and made anew.
 */
export async function pull(deps: PullDeps, tables: readonly KeptTable[]): Promise<PullResult> {
  // Before the server is asked, so that a copy which is ahead of its answer is ahead of the server.
  const cursors = await openCursors(deps.db, deps.userId, tables);
  const state = await deps.backend.readSyncState();
  if (state.outcome !== 'answered') return state;
  const results = await Promise.all(cursors.map((cursor) => pullTable(deps, state.value, cursor)));
  return results.find(({ outcome }) => outcome !== 'pulled') ?? PULLED;
}

async function pullTable(deps: PullDeps, state: SyncState, opened: Cursor): Promise<PullResult> {
  let cursor: Cursor | null = opened;
  while (cursor) {
    const isOfState = cursor.epoch === state.epoch;
    // By another tab, which may know a later state than this one.
    const wasMoved = cursor.epoch !== opened.epoch || cursor.rev !== opened.rev;
    if (!wasMoved && (!isOfState || cursor.rev > state.rev)) {
      cursor = await startAnew(deps, cursor, state);
    } else if (isOfState && cursor.rev < state.rev) {
      const page = await readPage(deps, cursor, state.rev);
      if (page.outcome !== 'answered') return page;
      cursor = await keep(deps, cursor, page.value);
    } else {
      if (isOfState && cursor.rev === state.rev) await confirm(deps.db, cursor, deps.now());
      return PULLED;
    }
  }
  return WIPED;
}

function startAnew({ db }: PullDeps, cursor: Cursor, { epoch }: SyncState): Promise<Cursor | null> {
  const { userId, table } = cursor;
  return advance(db, cursor, { epoch, rev: 0, pulledAt: null }, () =>
    db.keptRows.where('[userId+table+id]').between([userId, table], [userId, table, Dexie.maxKey]).delete(),
  );
}

async function readPage({ backend }: PullDeps, { table, rev }: Cursor, upTo: number): Promise<Answered<Page>> {
  const [changed, deleted] = await Promise.all([backend.readChanges(table, rev, upTo), backend.readDeletions(table, rev, upTo)]);
  if (changed.outcome !== 'answered') return changed;
  if (deleted.outcome !== 'answered') return deleted;
  const reached = Math.min(endOf(changed.value, upTo), endOf(deleted.value, upTo));
  return { outcome: 'answered', value: { changed: changed.value, deleted: deleted.value, rev: reached } };
}

/** A full page ends at its last row; there is nothing after a short one. */
const endOf = (rows: RevisedRow[], upTo: number) => (rows.length < PAGE_ROWS ? upTo : (rows.at(-1)?.rev ?? upTo));

function keep({ db }: PullDeps, cursor: Cursor, { changed, deleted, rev }: Page): Promise<Cursor | null> {
  const { userId, table } = cursor;
  return advance(db, cursor, { rev }, async () => {
    await db.keptRows.bulkPut(changed.map((row) => ({ userId, table, id: row.id, createdAt: row.created_at, row })));
    await db.keptRows.bulkDelete(deleted.map(({ id }): [string, string, string] => [userId, table, id]));
  });
}

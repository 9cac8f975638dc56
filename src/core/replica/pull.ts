import type {
  AdminBackend,
  ChangesPage,
  ReadResult,
  ReplicaRow,
  ListsState,
} from '../server/admin-backend.ts';
import { clockDifference } from '../domain/clock-difference.ts';
import { londonTime } from '../domain/london-time.ts';
import type { Cursor, InitialSync } from '../store/replica-schema.ts';
import type { ReplicaDatabase } from '../store/replica-database.ts';
import { syncedFurther, initialSyncFrom, tableOfPart } from './initial-sync.ts';
import { advance, confirm, applyRows, NO_EPOCH, openCursor } from './replica-store.ts';

export interface PullDeps {
  replica: ReplicaDatabase;
  backend: Pick<AdminBackend, 'readChanges' | 'readFirstCopy'>;
  now: () => number;
}

/**
 * The outcome of a pull; also `signed-out` when the replica was deleted meanwhile. Pages from
 * before a failure are kept.
 */
export type PullResult = { outcome: 'pulled' } | Exclude<ReadResult<never>, { outcome: 'read' }>;

const PULLED: PullResult = { outcome: 'pulled' };
const SIGNED_OUT: PullResult = { outcome: 'signed-out' };
/** An initial sync may take minutes; new rows do not wait for its end. */
const FRESH_MS = 20_000;

/**
 * Brings the user's replica to the server's latest revision, a page at a time. An initial sync
 * reads coming bookings first, then the newest rows, and continues where it stopped. A replica of
 * another database, or of a later state of this one (after a restored backup), starts again.
 */
export async function pull(deps: PullDeps): Promise<PullResult> {
  try {
    return await bringUpToDate(deps);
  } catch (error) {
    if (deps.replica.isClosedForGood) return SIGNED_OUT;
    throw error;
  }
}

async function bringUpToDate(deps: PullDeps): Promise<PullResult> {
  // Read before the request, so that a replica ahead of the answer is ahead of the server.
  let cursor: Cursor = await openCursor(deps.replica, londonTime(deps.now()).day);
  /** When all changes were here. */
  let agreedAt: number | null = null;
  let ahead: Ahead | null = null;
  for (;;) {
    const isFresh = agreedAt !== null && deps.now() - agreedAt < FRESH_MS;
    if (cursor.initialSync && (isFresh || cursor.epoch === NO_EPOCH)) {
      agreedAt ??= deps.now();
      const page: ReadResult<FirstPage> = await (ahead?.initialSync === cursor.initialSync
        ? ahead.page
        : readFirst(deps, cursor.initialSync));
      if (page.outcome !== 'read') return page;
      const further = syncedFurther(cursor.initialSync, page.value.rows, page.value.total);
      const isAnew = isBehind(page.value, cursor);
      ahead = isAnew || !further ? null : { initialSync: further, page: readFirst(deps, further) };
      cursor = isAnew
        ? await startAnew(deps, cursor)
        : await applyFirst(deps, cursor, further, page.value);
      // Later changes are still to come.
      if (!cursor.initialSync) agreedAt = null;
    } else if (isFresh) {
      return PULLED;
    } else {
      const askedAt = deps.now();
      const page = await deps.backend.readChanges(cursor.rev);
      if (page.outcome !== 'read') return page;
      const before: Cursor = cursor;
      const serverAheadMs =
        clockDifference(page.value.now, askedAt, deps.now()) ?? before.serverAheadMs ?? null;
      cursor = isBehind(page.value, before)
        ? await startAnew(deps, before)
        : await applyChanges(deps, before, page.value, serverAheadMs);
      if (cursor.epoch === page.value.epoch && cursor.rev === page.value.rev) agreedAt = deps.now();
    }
  }
}

/** True when the server is not the replica's, or was restored to an earlier state. */
const isBehind = (state: ListsState, cursor: Cursor) =>
  cursor.epoch !== NO_EPOCH && (state.epoch !== cursor.epoch || state.rev < cursor.rev);

/** The rows stay until the first page of the new replica replaces them. */
const startAnew = ({ replica, now }: PullDeps, cursor: Cursor): Promise<Cursor> =>
  advance(
    replica,
    cursor,
    {
      epoch: NO_EPOCH,
      rev: 0,
      pulledAt: null,
      initialSync: initialSyncFrom(londonTime(now()).day),
    },
    async () => [],
  );

type FirstPage = ListsState & { rows: ReplicaRow[]; total: number | null };

/**
 * The next page of an initial sync, requested while the previous one is stored. Valid only for the
 * same `initialSync`.
 */
interface Ahead {
  initialSync: InitialSync;
  page: Promise<ReadResult<FirstPage>>;
}

async function readFirst(
  { backend }: PullDeps,
  { parts, fromDay }: InitialSync,
): Promise<ReadResult<FirstPage>> {
  const [next] = parts;
  if (!next) throw new Error('A first copy without a part is complete');
  return backend.readFirstCopy({ part: next.part, fromDay, after: next.after });
}

function applyFirst(
  { replica, now }: PullDeps,
  cursor: Cursor,
  further: InitialSync | null,
  { epoch, rev, rows }: FirstPage,
): Promise<Cursor> {
  const isFirst = cursor.epoch === NO_EPOCH;
  const next = { initialSync: further, ...(isFirst && { epoch, rev, pulledAt: now() }) };
  return advance(replica, cursor, next, async () => {
    if (isFirst) await replica.keptRows.clear();
    const table = tableOfPart(cursor.initialSync?.parts[0]?.part ?? 'coming');
    return applyRows(
      replica,
      rows.map((row) => ({ table, id: row.id, row })),
    );
  });
}

async function applyChanges(
  { replica, now }: PullDeps,
  cursor: Cursor,
  page: ChangesPage,
  serverAheadMs: number | null,
): Promise<Cursor> {
  const { changes, mails = null } = page;
  const rev = changes.at(-1)?.rev ?? cursor.rev;
  const pulledAt = rev === page.rev ? now() : cursor.pulledAt;
  const noted = { pulledAt, mails, serverAheadMs };
  if (changes.length === 0) return confirm(replica, cursor, noted);
  return advance(replica, cursor, { rev, ...noted }, () => applyRows(replica, changes));
}

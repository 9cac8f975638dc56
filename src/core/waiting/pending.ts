import type { Entity, ReplicaTable } from '../domain/entities.ts';
import type { WaitCause } from '../domain/reasons.ts';
import { newestCause, waitCause } from '../outbox/wait-cause.ts';
import { attentionOf } from '../outbox/entry.ts';
import { mutationOf, rateLimitIn } from '../outbox/mutation.ts';
import { entriesOf, removeEntry } from '../outbox/queue.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { OutboxEntry, Receipt } from '../store/device-schema.ts';
import type {
  AdminEntry,
  AdminMutation,
  ResolvingScreen,
  RowOverlay,
} from '../mutations/admin-mutation.ts';
import { ADMIN_MUTATIONS, type AnnouncedReceipt } from '../mutations/administrators.ts';
import { pendingSettings, type PendingSettings } from '../mutations/booking-setting.ts';
import { pendingAnswers, type PendingAnswers } from '../mutations/office-answer.ts';

/** An administrator's waiting entries, read through the registry of their mutations. */

type Known = readonly [entry: AdminEntry, mutation: AdminMutation];

const known = (entry: OutboxEntry): Known[] => {
  const mutation = mutationOf(ADMIN_MUTATIONS, entry);
  return mutation && entry.userId !== null ? [[entry as AdminEntry, mutation]] : [];
};

/** The cause of each entry's wait, among all `entries` of its administrator; null before a failure. */
export const causeAmong =
  (entries: readonly OutboxEntry[], now: number) =>
  (entry: OutboxEntry): WaitCause | null =>
    waitCause(entry, entries, rateLimitIn(ADMIN_MUTATIONS), now);

/** The list that an entry changes; null for an entry of a newer release. */
export const entityOf = (entry: OutboxEntry): Entity | null => {
  const [one] = known(entry);
  return one ? one[1].entity(one[0]) : null;
};

/** How one administrator's waiting entries change the lists. */
export interface Pending {
  /** The ids of hidden rows, by list. */
  hidden: ReadonlyMap<ReplicaTable, ReadonlySet<string>>;
  /** Oldest first. */
  changes: readonly PendingChange[];
  answers: PendingAnswers;
  settings: PendingSettings;
}

export type Hidden = Pending['hidden'];

/** A row's other version while an entry waits. */
export interface PendingChange extends RowOverlay {
  table: ReplicaTable;
  entryId: string;
}

/** Reads one administrator's pending changes. `now`: milliseconds since 1970. */
export async function readPending(db: Database, userId: string, now: number): Promise<Pending> {
  const entries = await entriesOf(db, userId);
  const hidden = new Map<ReplicaTable, Set<string>>();
  const changes: PendingChange[] = [];
  for (const [entry, mutation] of byAge(entries).flatMap(known)) {
    const readFile = async () => (await db.files.get(entry.id)) ?? null;
    const { table, hides, change } = await mutation.overlay(entry, readFile);
    if (hides.length > 0) hidden.set(table, new Set([...(hidden.get(table) ?? []), ...hides]));
    if (change) changes.push({ ...change, table, entryId: entry.id });
  }
  const causeOf = causeAmong(entries, now);
  return {
    hidden,
    changes,
    answers: pendingAnswers(entries, causeOf),
    settings: pendingSettings(entries, causeOf),
  };
}

const byAge = (entries: readonly OutboxEntry[]) =>
  [...entries].sort((a, b) => a.createdAt - b.createdAt);

/**
 * A list's rows as its administrator sees them: the replica's without hidden ones, whatever a pull
 * brings, and with waiting changes laid over. The same array when nothing is pending.
 */
export function visibleRows<Row extends { id: string }>(
  rows: readonly Row[],
  table: ReplicaTable,
  { hidden, changes }: Pick<Pending, 'hidden' | 'changes'>,
): readonly Row[] {
  const ids = hidden.get(table);
  const left = ids?.size ? rows.filter(({ id }) => !ids.has(id)) : rows;
  const ofTable = changes.filter((change) => change.table === table);
  const changed = new Set(ofTable.map(({ id }) => id));
  if (changed.size === 0) return left;
  return left.map((row) =>
    changed.has(row.id)
      ? ofTable
          .filter(({ id }) => id === row.id)
          .reduce((before, { apply }) => apply(before as never) as unknown as Row, row)
      : row,
  );
}

/** The summary of one administrator's waiting entries. */
export interface Waiting {
  /** All of them, including those that need attention. */
  count: number;
  /** Refused entries, which only their administrator can resolve. */
  refused: number;
  /** Where: the screen of the only one, or the list of the oldest; null without any. */
  resolvedAt: ResolvingScreen | null;
  /** The newest failure among the entries that can be sent; null before a failure. */
  cause: WaitCause | null;
  /** The server may have parts of them, which discarding removes. */
  mayHaveArrived: boolean;
}

/** Reads the summary of one administrator's waiting entries. */
export async function readWaiting(db: Database, userId: string): Promise<Waiting> {
  const entries = await withReopen(() => entriesOf(db, userId));
  const sendable = entries.filter((entry) => !attentionOf(entry));
  return {
    count: entries.length,
    refused: entries.length - sendable.length,
    resolvedAt: resolvedAt(entries),
    cause: newestCause(sendable),
    mayHaveArrived: leftAfterDiscard(entries, 0).length > 0,
  };
}

function resolvedAt(entries: readonly OutboxEntry[]): ResolvingScreen | null {
  const refused = byAge(entries).filter((entry) => attentionOf(entry));
  const [first] = refused.flatMap(known);
  if (!first) return null;
  const [entry, mutation] = first;
  return refused.length === 1
    ? mutation.resolvedAt(entry)
    : { screen: 'list', entity: mutation.entity(entry) };
}

const leftAfterDiscard = (entries: readonly OutboxEntry[], now: number): AdminEntry[] =>
  entries.flatMap(known).flatMap(([entry, mutation]) => mutation.afterDiscard(entry, now) ?? []);

/**
 * Discards everything that waits for one administrator, except what removes parts that the server
 * may have. A device too full to store new removals drops those.
 */
export async function discardAll(db: Database, userId: string, now: number): Promise<void> {
  const discard = (isRoomLeft: boolean) =>
    withReopen(() =>
      db.transaction('rw', db.entries, db.files, async () => {
        const entries = await entriesOf(db, userId);
        const left = leftAfterDiscard(entries, now);
        const stays = new Set(left.map(({ id }) => id));
        const gone = entries.map(({ id }) => id).filter((id) => !stays.has(id));
        await removeEntry(db, ...gone);
        if (isRoomLeft) await db.entries.bulkPut(left);
      }),
    );
  await discard(true).catch(() => discard(false));
}

/** A decision about a mutation of an administrator, as screens announce it. */
export type Decided = AnnouncedReceipt extends infer R
  ? R extends AnnouncedReceipt
    ? Omit<R, 'settledAt'>
    : never
  : never;

const isAdminReceipt = (receipt: Receipt) => receipt.kind in ADMIN_MUTATIONS;

/** Every decision on this device: receipts, and refused entries that need their administrator. */
export async function listDecided(db: Database): Promise<Decided[]> {
  const [receipts, entries] = await withReopen(() =>
    Promise.all([db.receipts.toArray(), db.entries.toArray()]),
  );
  const refused = entries.flatMap(known).flatMap(([entry, mutation]) => {
    const refusal = attentionOf(entry);
    const { id, kind, userId } = entry;
    return refusal ? [{ id, kind, userId, refusal, ...mutation.receipt(entry) }] : [];
  });
  return [...receipts.filter(isAdminReceipt), ...refused] as Decided[];
}

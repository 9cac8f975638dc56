import type { WaitCause } from '../domain/reasons.ts';
import { attentionOf, isReadable } from '../outbox/entry.ts';
import { undoUntilSent } from '../outbox/mutation.ts';
import type { Attention, OutboxEntry } from '../store/device-schema.ts';

/** A change of a booking that the server does not have. */
export interface PendingChange<Entry> {
  entry: Entry;
  /** Why the server refused it; null while it waits. */
  attention: Attention | null;
  canUndo: boolean;
  /** The cause of its wait; null before a failure. */
  cause: WaitCause | null;
}

/** The waiting entries of a kind by their key; of two with one key, the later. */
export const pendingBy = <Entry extends OutboxEntry>(
  entries: readonly OutboxEntry[],
  isOfKind: (entry: OutboxEntry) => entry is Entry,
  keyOf: (entry: Entry) => string,
  causeOf: (entry: OutboxEntry) => WaitCause | null,
): ReadonlyMap<string, PendingChange<Entry>> =>
  new Map(
    entries
      .filter(isOfKind)
      .filter(isReadable)
      .sort((a, b) => a.createdAt - b.createdAt)
      .map((entry) => {
        const attention = attentionOf(entry);
        const canUndo = !attention && undoUntilSent(entry).isPossible;
        return [keyOf(entry), { entry, attention, canUndo, cause: causeOf(entry) }];
      }),
  );

/** The refused ones of a kind that a further entry with their key replaces, by their ids. */
export const refusedOf = <Entry extends OutboxEntry>(
  waiting: readonly OutboxEntry[],
  isOfKind: (entry: OutboxEntry) => entry is Entry,
  keyOf: (entry: Entry) => string,
  key: string,
): string[] =>
  waiting
    .filter(isOfKind)
    .filter((other) => keyOf(other) === key && attentionOf(other) !== null)
    .map(({ id }) => id);

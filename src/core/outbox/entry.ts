import type {
  Arrival,
  Attention,
  EntryState,
  FileFacts,
  OutboxEntry,
  Retry,
} from '../store/rows.ts';

/** A file that a person picked, read and checked. */
export interface NewFile {
  name: string;
  type: string;
  extension: string;
  bytes: ArrayBuffer;
}

/** A file without its bytes, and the path it will have in its bucket. */
export const factsOf = ({ name, type, bytes }: NewFile, path: string): FileFacts => ({
  name,
  type,
  size: bytes.byteLength,
  path,
});

/** The format of the entries that this release writes. */
export const ENTRY_VERSION = 1;

/** What every entry begins with: an id, minted unless it is given, and nothing tried yet. */
export const newEntry = (now: number, id: string = crypto.randomUUID()) => ({
  id,
  version: ENTRY_VERSION,
  revision: 0,
  createdAt: now,
  state: DUE,
  arrival: 'none' as const,
});

const ARRIVALS: readonly Arrival[] = ['none', 'begun', 'possible', 'edited', 'before-edit'];

/** The greater of two arrivals. */
export const furthest = (a: Arrival, b: Arrival): Arrival =>
  ARRIVALS.indexOf(a) < ARRIVALS.indexOf(b) ? b : a;

/** True when the server may have the entry's record. */
export const mayHaveArrived = ({ arrival }: OutboxEntry): boolean =>
  arrival !== 'none' && arrival !== 'begun';

/** Due at once, with nothing held against it. */
export const DUE: EntryState = { name: 'waiting', tries: 0, retry: null };

export const needsAttention = (attention: Attention): EntryState => ({
  name: 'attention',
  ...attention,
});

/** Why an entry needs its person; null when it does not. */
export const attentionOf = ({ state }: OutboxEntry): Attention | null =>
  state.name === 'attention' ? { reason: state.reason, message: state.message } : null;

/** How many tries of its step brought no result. */
export const triesOf = ({ state }: OutboxEntry): number =>
  state.name === 'attention' ? 0 : state.tries;

/** When it is to be tried again; null: at once. */
export const retryOf = ({ state }: OutboxEntry) => (state.name === 'waiting' ? state.retry : null);

/** The failure of an entry's last try, also while the next one runs; null without one, and for an unreadable entry. */
export const lastFailureOf = (entry: OutboxEntry): Retry | null =>
  isReadable(entry) && 'retry' in entry.state ? (entry.state.retry ?? null) : null;

/** Where an entry stands whose person wants it sent now. What this device fails at goes on being counted. */
export function dueNow(entry: OutboxEntry): EntryState {
  const retry = retryOf(entry);
  return retry?.reason === 'device'
    ? { name: 'waiting', tries: triesOf(entry), retry: { ...retry, delayMs: 0 } }
    : DUE;
}

/** Until when it is held back for its sender's changes, in ms since 1970; null when it is not. */
export const heldUntil = ({ state }: OutboxEntry): number | null =>
  state.name === 'being-edited' ? state.since + state.forMs : null;

/** False for an entry in a newer release's format: this release leaves it alone. */
export const isReadable = ({ version }: OutboxEntry): boolean => version <= ENTRY_VERSION;

/** Longer than the longest request. */
const SENDING_MS = 11 * 60_000;

/** What there is to know when somebody looks at an entry. */
export interface Look {
  /** Milliseconds since 1970. */
  now: number;
  /** A tab or the worker of this device is sending, or that can't be known. */
  isFlushing: boolean;
}

/** The state of an entry as a person reads it. */
export type ShownState = Exclude<EntryState['name'], 'being-edited'>;

/** The state that a person reads. Where nobody flushes, the flush that was sending the entry was killed: it waits. */
export function stateOf({ state }: OutboxEntry, { now, isFlushing }: Look): ShownState {
  if (state.name === 'being-edited') return 'waiting';
  if (state.name !== 'sending') return state.name;
  return isFlushing && Math.abs(now - state.since) < SENDING_MS ? 'sending' : 'waiting';
}

/** What became of what is not settled. */
export type OpenOutcome =
  /** Kept on this device; it is tried again by itself. */
  { outcome: 'waiting' } | { outcome: 'refused'; attention: Attention };

/** What became of what somebody sent, for whoever waits to know. */
export type Outcome = { outcome: 'done' } | OpenOutcome;

/** What is known of an entry that is not settled yet; null while its first try is under way. */
export function outcomeOf(entry: OutboxEntry): OpenOutcome | null {
  const attention = attentionOf(entry);
  if (attention) return { outcome: 'refused', attention };
  return triesOf(entry) > 0 ? { outcome: 'waiting' } : null;
}

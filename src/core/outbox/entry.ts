import { mintId } from '../domain/mint-id.ts';
import type { ChangeWaitCause } from '../domain/reasons.ts';
import type {
  Arrival,
  Attention,
  EntryState,
  FileFacts,
  OutboxEntry,
  Receipt,
  Retry,
} from '../store/rows.ts';
import { WAITS } from './waits.ts';

/** A file that a person picked, as it was read. */
export interface PickedFile {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

/** A file that was checked, to be uploaded as it is. */
export interface NewFile extends PickedFile {
  extension: string;
}

/** A file without its bytes, and the path it will have in its bucket. */
export const factsOf = ({ name, type, bytes }: NewFile, path: string): FileFacts => ({
  name,
  type,
  size: bytes.byteLength,
  path,
});

/** The format of an addition to the bookings. */
export const BOOKING_VERSION = 3;
/** The format of a creation with originals to prepare. */
export const ORIGINALS_VERSION = 2;
/** The newest format that this release reads. */
export const ENTRY_VERSION = 3;
/** The format of all other entries, which earlier releases read too. */
const COMMON_VERSION = 1;

/** The fields of a fresh entry of a kind and an owner. Mints the id, unless one is given. */
export const newEntry = <K extends string, Owner extends string | null>(
  kind: K,
  userId: Owner,
  now: number,
  id: string = mintId(),
) => ({
  id,
  kind,
  userId,
  version: COMMON_VERSION,
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

/** Due at once, without a failure. */
export const DUE: EntryState = { name: 'waiting', tries: 0, retry: null };

export const needsAttention = (attention: Attention): EntryState => ({
  name: 'attention',
  ...attention,
});

/** The reason why an entry needs its sender; null if it does not. */
export const attentionOf = ({ state }: OutboxEntry): Attention | null =>
  state.name === 'attention' ? { reason: state.reason, message: state.message } : null;

/** How many attempts at its step ended without a result. */
export const triesOf = ({ state }: OutboxEntry): number =>
  state.name === 'attention' ? 0 : state.tries;

/** The wait before the next attempt; null if the entry is due at once. */
export const retryOf = ({ state }: OutboxEntry) => (state.name === 'waiting' ? state.retry : null);

/**
 * The failure of the last attempt, also during the next one; null without one, and for an
 * unreadable entry.
 */
export const lastFailureOf = (entry: OutboxEntry): Retry | null =>
  isReadable(entry) && 'retry' in entry.state ? (entry.state.retry ?? null) : null;

/** The state of an entry that its sender retries. Failures of the device are still counted. */
export function stateOnRetry(entry: OutboxEntry): EntryState {
  const retry = retryOf(entry);
  return retry?.reason === 'device'
    ? { name: 'waiting', tries: triesOf(entry), retry: { ...retry, delayMs: 0 } }
    : DUE;
}

/**
 * When the time for its sender's changes ends, in ms since 1970; null if nobody edits the entry.
 */
export const editedUntil = ({ state }: OutboxEntry): number | null =>
  state.name === 'being-edited' ? state.since + state.forMs : null;

/** False for an entry in a newer release's format, which this release leaves alone. */
export const isReadable = ({ version }: OutboxEntry): boolean => version <= ENTRY_VERSION;

/** The circumstances under which an entry is shown. */
export interface FlushView {
  /** Milliseconds since 1970. */
  now: number;
  /** A tab or the worker is flushing, or the browser cannot tell. */
  isFlushing: boolean;
}

/** The state of an entry as a person reads it. */
export type ShownState = Exclude<EntryState['name'], 'being-edited'>;

/**
 * The state that a person reads. Where nobody flushes, the flush that was sending the entry was
 * killed: it waits.
 */
export function stateOf({ state }: OutboxEntry, { now, isFlushing }: FlushView): ShownState {
  if (state.name === 'being-edited') return 'waiting';
  if (state.name !== 'sending') return state.name;
  return isFlushing && Math.abs(now - state.since) < WAITS.sending ? 'sending' : 'waiting';
}

/** The outcome of an entry, as its form or screen reads it from the stored entry or its receipt. */
export type Outcome =
  /** `hadArrived`: the server had it before its sender changed it, and keeps that version. */
  | { outcome: 'done'; hadArrived: boolean }
  /** On this device, and retried by itself. `cause`: why it waits; null before a failure. */
  | { outcome: 'waiting'; cause: ChangeWaitCause | null }
  | { outcome: 'refused'; attention: Attention }
  /** Its sender discarded it. */
  | { outcome: 'gone' }
  /** Neither stored nor known to be sent: the form keeps its input. */
  | { outcome: 'not-stored'; cause: ChangeWaitCause | null; mayHaveArrived: boolean };

/** Reads an entry or its receipt; null while the entry's first attempt runs. */
export function outcomeOf(current: OutboxEntry | Receipt | undefined): Outcome | null {
  if (!current) return { outcome: 'gone' };
  if (!('state' in current))
    return current.refusal
      ? { outcome: 'refused', attention: current.refusal }
      : { outcome: 'done', hadArrived: current.hadArrived === true };
  if (current.isStored) return { outcome: 'done', hadArrived: current.arrival === 'before-edit' };
  const attention = attentionOf(current);
  if (attention) return { outcome: 'refused', attention };
  return triesOf(current) > 0 ? { outcome: 'waiting', cause: null } : null;
}

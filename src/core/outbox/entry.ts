import { mintId } from '../domain/mint-id.ts';
import type { WaitCause } from '../domain/reasons.ts';
import type {
  Attention,
  EntryState,
  FileBytes,
  FileFacts,
  OutboxEntry,
  Receipt,
  Retry,
  ServerMayHave,
} from '../store/device-schema.ts';
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

export function isSameBytes(a: ArrayBuffer, b: ArrayBuffer): boolean {
  const [one, other] = [new Uint8Array(a), new Uint8Array(b)];
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** A new entry with its file, before it is stored. */
export interface Fresh<E extends OutboxEntry = OutboxEntry> {
  entry: E;
  file: FileBytes | null;
}

/** The newest format that this release reads, and the one that it writes. */
export const ENTRY_VERSION = 4;

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
  version: ENTRY_VERSION,
  revision: 0,
  createdAt: now,
  state: DUE,
  serverMayHave: 'nothing' as const,
});

const FROM_LEAST: readonly ServerMayHave[] = [
  'nothing',
  'file',
  'record',
  'former-record',
  'only-former-record',
];

/** The one that says that the server may have more. */
export const mostOf = (a: ServerMayHave, b: ServerMayHave): ServerMayHave =>
  FROM_LEAST.indexOf(a) < FROM_LEAST.indexOf(b) ? b : a;

/** True when the server may have the entry's record. */
export const mayHaveRecord = ({ serverMayHave }: OutboxEntry): boolean =>
  serverMayHave !== 'nothing' && serverMayHave !== 'file';

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

/** The state of an entry that its sender opens in a form. One that needs its sender stays as it is. */
export const stateWhileEdited = (entry: OutboxEntry, now: number): EntryState =>
  attentionOf(entry)
    ? entry.state
    : {
        name: 'waiting',
        tries: triesOf(entry),
        retry: { reason: 'editing', at: now, delayMs: WAITS.edit },
      };

/** When an entry that its sender edits is sent as it was, in ms since 1970; null for any other. */
export const editedUntil = (entry: OutboxEntry): number | null => {
  const retry = retryOf(entry);
  return retry?.reason === 'editing' ? retry.at + retry.delayMs : null;
};

/** False for an entry in a newer release's format, which this release leaves alone. */
export const isReadable = ({ version }: OutboxEntry): boolean => version <= ENTRY_VERSION;

/** The circumstances under which an entry is shown. */
export interface FlushView {
  /** Milliseconds since 1970. */
  now: number;
  /** A tab or the worker is flushing, or the browser cannot tell. */
  isFlushing: boolean;
}

export type ShownState = EntryState['name'];

/**
 * The state that a person reads. Where nobody flushes, the flush that was sending the entry was
 * killed: it waits.
 */
export function stateOf({ state }: OutboxEntry, { now, isFlushing }: FlushView): ShownState {
  if (state.name !== 'sending') return state.name;
  return isFlushing && Math.abs(now - state.since) < WAITS.sending ? 'sending' : 'waiting';
}

/** True for an entry, false for a receipt. */
export const isEntry = (stored: OutboxEntry | Receipt | undefined): stored is OutboxEntry =>
  stored !== undefined && 'state' in stored;

/** The outcome of an entry, as its form or screen reads it from the stored entry or its receipt. */
export type Outcome =
  /**
   * `hasOnlyFormer`: the server had it before its sender changed it, and keeps that version.
   * `isTextUnsent`: its effect stands by another entry, which has another text.
   */
  | { outcome: 'done'; hasOnlyFormer: boolean; isTextUnsent?: true }
  /** On this device, and retried by itself. `cause`: why it waits; null before a failure. */
  | { outcome: 'waiting'; cause: WaitCause | null }
  /** `fresh`: it was sent from memory alone, and is in no queue any more. */
  | { outcome: 'refused'; attention: Attention; fresh?: Fresh | null }
  /** Its sender discarded it. */
  | { outcome: 'gone' }
  /**
   * Neither stored nor known to be sent: the form keeps `fresh`, as far as it got, and hands it in
   * again; null where nobody is signed in.
   */
  | { outcome: 'not-stored'; cause: WaitCause | null; fresh: Fresh | null };

export type OutcomeOf<Name extends Outcome['outcome']> = Extract<Outcome, { outcome: Name }>;

/** The outcome of an accepted entry, by its receipt. */
export const doneBy = ({
  hasOnlyFormer,
  isTextUnsent,
}: Pick<Receipt, 'hasOnlyFormer' | 'isTextUnsent'>): OutcomeOf<'done'> => ({
  outcome: 'done',
  hasOnlyFormer: hasOnlyFormer === true,
  ...(isTextUnsent && { isTextUnsent }),
});

/** Reads an entry or its receipt; null while the entry's first attempt runs. */
export function outcomeOf(current: OutboxEntry | Receipt | undefined): Outcome | null {
  if (!current) return { outcome: 'gone' };
  if (!isEntry(current))
    return current.refusal ? { outcome: 'refused', attention: current.refusal } : doneBy(current);
  if (current.isStored)
    return { outcome: 'done', hasOnlyFormer: current.serverMayHave === 'only-former-record' };
  const attention = attentionOf(current);
  if (attention) return { outcome: 'refused', attention };
  return triesOf(current) > 0 ? { outcome: 'waiting', cause: null } : null;
}

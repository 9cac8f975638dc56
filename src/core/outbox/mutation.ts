import type { SendResult } from '../server/backend.ts';
import type { Attention, FileBytes, OutboxEntry, Receipt, Retry } from '../store/device-schema.ts';
import { attentionOf, isReadable } from './entry.ts';

/**
 * The result of a step. `changes` are written with its checkpoint, or with its refusal; `file` replaces
 * its file.
 */
export type StepResult<E> =
  | (Extract<SendResult, { outcome: 'accepted' }> & { changes?: Partial<E>; file?: FileBytes })
  | (StepFailure & { changes?: Partial<E> });

/** A step that failed, by the server's response or by what this device knows. */
export type StepFailure = Exclude<SendResult, { outcome: 'accepted' }>;

/** The consequence of a refusal: ask the sender, repeat an earlier step, or end the entry. */
export type Consequence<E extends OutboxEntry> = 'ask' | 'end' | { repeat: E['step'] };

/** The file and the history of an attempt, for its step. */
export interface Attempt {
  /** Null if the device has lost the file. Rejects if the file is there and cannot be read. */
  readFile: () => Promise<FileBytes | null>;
  /** The failure of the attempt before; null for the first. */
  lastRetry: Retry | null;
}

/**
 * Whether its sender can take an entry back, and the entry that is queued in its place: it removes
 * from the server whatever is there. `maybeTooLate`: the server may have the record, and keeps it.
 */
export type Undo =
  | { isPossible: false }
  | { isPossible: true; maybeTooLate: boolean; replacement: OutboxEntry | null };

/**
 * Everything in which one mutation differs from the others. Every step may be repeated without a
 * second effect.
 */
export interface Mutation<E extends OutboxEntry = OutboxEntry, Ports = never> {
  /** In order. The entry's `step` is the next of them. */
  steps(entry: E): readonly E['step'][];
  /** The step that stores the record, after which the file is deleted. */
  recordStep: E['step'] | null;
  /** A step that sends nothing, and may take more memory than the page has. */
  localStep: E['step'] | null;
  /** The reason why the entry must not be sent at `now`. Sends nothing of the entry. */
  precheck(entry: E, now: number, ports: Ports): Promise<StepFailure | null>;
  perform(entry: E, attempt: Attempt, ports: Ports): Promise<StepResult<E>>;
  /** The name of the rate limit of its next step; null for none. */
  rateLimit(entry: E): string | null;
  afterRefusal(entry: E, attention: Attention): Consequence<E>;
  /** Makes this device's other databases follow the decision, before the entry ends. */
  applyLocally(
    entry: E,
    refusal: Attention | null,
    now: number,
    attempt: Pick<Attempt, 'readFile'>,
    ports: Ports,
  ): Promise<void>;
  /** The receipt's own fields. */
  receipt(entry: E): Omit<object, keyof Receipt>;
  /** Whether its receipt is kept beyond its time. `today`: London's day, `YYYY-MM-DD`. */
  isReceiptNeeded(receipt: Receipt, today: string): boolean;
  undo(entry: E, now: number): Undo;
}

/** The mutations that a context sends, by the kind of their entries. */
export type Mutations<M extends Mutation = Mutation> = Readonly<Partial<Record<string, M>>>;

/** An entry's mutation; undefined for one that another context or a later release sends. */
export const mutationOf = <M extends Mutation>(
  mutations: Mutations<M>,
  entry: OutboxEntry,
): M | undefined => (isReadable(entry) ? mutations[entry.kind] : undefined);

/** The name of an entry's rate limit. */
export const rateLimitIn =
  (mutations: Mutations) =>
  (entry: OutboxEntry): string | null =>
    mutationOf(mutations, entry)?.rateLimit(entry) ?? null;

/** Nothing to check before an attempt. */
export const noPrecheck = async (): Promise<null> => null;

/** No other database to change. */
export const nothingLocal = async (): Promise<void> => undefined;

/** It can be taken back while the server cannot have anything of it, and once it was refused. */
export const undoUntilSent = (entry: OutboxEntry): Undo =>
  entry.serverMayHave === 'nothing' || attentionOf(entry)
    ? { isPossible: true, maybeTooLate: false, replacement: null }
    : { isPossible: false };

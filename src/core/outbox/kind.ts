import type { SendResult } from '../server/backend.ts';
import type { Attention, OutboxEntry, Receipt, Retry } from '../store/rows.ts';
import { isReadable } from './entry.ts';
import type { Queue } from './queue.ts';

/** The result of a step. `changes` are written with its checkpoint; `bytes` replace its file. */
export type StepResult<E> =
  | (Extract<SendResult, { outcome: 'accepted' }> & { changes?: Partial<E>; bytes?: ArrayBuffer })
  | StepFailure;

/** A step that failed, by the server's answer or by what this device knows. */
export type StepFailure = Exclude<SendResult, { outcome: 'accepted' }>;

/** The consequence of a refusal: ask the sender, repeat an earlier step, or end the entry. */
export type Refusal<E extends OutboxEntry> = 'ask' | 'end' | { repeat: E['step'] };

/** The queue and the history of an attempt, for its step. */
export interface Attempt {
  queue: Pick<Queue, 'readFile'>;
  /** The failure of the attempt before; null for the first. */
  lastRetry: Retry | null;
}

/** Where a kind differs from the others. Every step may be repeated without a second effect. */
export interface Kind<E extends OutboxEntry = OutboxEntry> {
  /** In order. The entry's `step` is the next of them. */
  steps(entry: E): readonly E['step'][];
  /** The step that stores the record, after which the file is deleted. */
  recordStep?: E['step'];
  /** A step that sends nothing, and may take more memory than the page has. */
  localStep?: E['step'];
  /** The reason why the entry must not be sent at `now`. Sends nothing of the entry. */
  objection?(entry: E, now: number): Promise<StepFailure | null>;
  perform(entry: E, attempt: Attempt): Promise<StepResult<E>>;
  /** The name of the rate limit of its next step; null for none. */
  rateLimit?(entry: E): string | null;
  /** `ask` without it. */
  refused?(entry: E, attention: Attention): Refusal<E>;
  /** Makes other databases follow the decision, before the entry ends. */
  follow?(
    entry: E,
    refusal: Attention | null,
    now: number,
    attempt: Pick<Attempt, 'queue'>,
  ): Promise<void>;
  /** The kind's own fields of the receipt. */
  receipt?(entry: E): Omit<object, keyof Receipt>;
}

/** The registry: every kind that a context sends, by name. */
export type Kinds = Readonly<Partial<Record<string, Kind>>>;

/** An entry's kind; undefined for one that another context or a later release sends. */
export const kindOf = (kinds: Kinds, entry: OutboxEntry): Kind | undefined =>
  isReadable(entry) ? kinds[entry.kind] : undefined;

/** The name of an entry's rate limit. */
export const rateLimitIn =
  (kinds: Kinds) =>
  (entry: OutboxEntry): string | null =>
    kindOf(kinds, entry)?.rateLimit?.(entry) ?? null;

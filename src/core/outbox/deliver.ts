import type { SendResult, Undecided } from '../server/backend.ts';
import type { AttentionReason, WaitReason } from '../domain/reasons.ts';
import { isClosed, isFull } from '../store/database.ts';
import type { Arrival, Attention, OutboxEntry, Retry } from '../store/rows.ts';
import { retryDelay, type RateLimitOf } from './backoff.ts';
import { furthest, needsAttention, retryOf, triesOf } from './entry.ts';
import type { Patch, Queue } from './queue.ts';

/** The device's clock and randomness. */
export interface Device {
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 up to 1. */
  random: () => number;
}

export const DEVICE: Device = {
  now: () => Date.now(),
  random: Math.random,
};

/** A step that failed, by the server's answer or by what this device knows. */
export type StepFailure =
  | Exclude<SendResult, { outcome: 'accepted' | 'rejected' }>
  | { outcome: 'rejected'; reason: AttentionReason; message: string };

/** The result of a step. `changes` are written with its checkpoint; `bytes` replace its file. */
export type StepResult<E> =
  { outcome: 'accepted'; changes?: Partial<E>; bytes?: ArrayBuffer } | StepFailure;

/** The consequence of a refusal: ask the sender, repeat an earlier step, or end the entry. */
export type Refusal<E extends OutboxEntry> = 'ask' | 'end' | { repeat: E['step'] };

/**
 * One kind of entry: its queue and its delivery. Every step may be repeated without a second
 * effect.
 */
export interface Kind<E extends OutboxEntry> {
  queue: Queue<E>;
  /** In order. The entry's `step` is the next of them. */
  steps(entry: E): readonly E['step'][];
  /** The step that stores the record; null if none does. */
  recordStep: E['step'] | null;
  /** A step that sends nothing, and may take more memory than the page has. */
  localStep?: E['step'];
  /**
   * The reason why the entry must not be sent at `now`; null if it may. Sends nothing of the entry.
   */
  objection(entry: E, now: number): Promise<StepFailure | null>;
  /**
   * `lastRetry`: the failure of the attempt before; null for the first. `queue` has the entry's file
   * as earlier steps left it.
   */
  perform(entry: E, lastRetry: Retry | null, queue: Queue<E>): Promise<StepResult<E>>;
  rateLimit: RateLimitOf<E>;
  refused(entry: E, attention: Attention): Refusal<E>;
  /**
   * Ends the entry and records the decision in one transaction; `refusal` is null for a success.
   * False if somebody else changed the entry.
   */
  settle(entry: E, refusal: Attention | null, now: number): Promise<boolean>;
}

/** The result of a delivery. `superseded`: another flush or the sender changed the entry. */
export type Delivery =
  'settled' | 'waiting' | 'attention' | 'superseded' | 'no-connection' | 'signed-out';

/**
 * Performs the steps that an entry has left, with a durable checkpoint after each. After a crash
 * the entry continues where it stopped; after an unexpected error it waits. Rejects if the database
 * is closed or full, or cannot write the result.
 */
export async function deliver<E extends OutboxEntry>(
  entry: E,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  let reached = entry;
  try {
    const objection = await kind.objection(entry, device.now());
    if (objection) return await endAttempt(entry, entry, objection, kind, device);

    let current = await kind.queue.update(entry, beginAttempt(entry, kind, device));
    while (current) {
      reached = current;
      const steps = kind.steps(current);
      const at = steps.indexOf(current.step);
      // Every step is done, and the entry was not settled.
      if (at === -1) return await settle(current, kind, device);
      const result = await kind.perform(current, retryOf(entry), kind.queue);
      if (result.outcome !== 'accepted')
        return await endAttempt(current, entry, result, kind, device);
      const next = steps[at + 1];
      if (next === undefined) return await settle({ ...current, ...result.changes }, kind, device);
      current = await kind.queue.update(
        current,
        { ...beginStep(current, next, kind, device), ...result.changes },
        result.bytes,
      );
    }
    return 'superseded';
  } catch (error) {
    if (isFull(error) || isClosed(error)) throw error;
    console.warn('An entry of the outbox could not be sent:', error);
    return endAttempt(reached, entry, { outcome: 'retry', reason: 'device' }, kind, device);
  }
}

const settle = async <E extends OutboxEntry>(
  entry: E,
  kind: Kind<E>,
  { now }: Device,
): Promise<Delivery> => ((await kind.settle(entry, null, now())) ? 'settled' : 'superseded');

const beginAttempt = <E extends OutboxEntry>(
  entry: E,
  kind: Kind<E>,
  { now }: Device,
): Patch<E> => {
  const retry = retryOf(entry);
  // The page was killed during the step, perhaps by it.
  const wasKilled = entry.step === kind.localStep && entry.state.name === 'sending';
  const tries = triesOf(entry) + (wasKilled ? 1 : 0);
  return {
    state: { name: 'sending', tries, since: now(), ...(retry && { retry }) },
    arrival: arrivalAt(entry.step, entry, kind),
  };
};

/** The checkpoint after the server has accepted the step before. */
const beginStep = <E extends OutboxEntry>(
  entry: E,
  step: E['step'],
  kind: Kind<E>,
  { now }: Device,
): Patch<E> => ({
  step,
  state: { name: 'sending', tries: 0, since: now() },
  arrival: arrivalAt(step, entry, kind),
});

/**
 * The arrival once the step's request may have left. `navigator.onLine` does not prove that it has
 * not.
 */
const arrivalAt = <E extends OutboxEntry>(
  step: E['step'],
  { arrival }: E,
  { recordStep, localStep }: Kind<E>,
): Arrival =>
  step === localStep ? arrival : furthest(arrival, step === recordStep ? 'possible' : 'begun');

/** Writes down how an attempt ended. `before` is the entry as it was when the attempt began. */
async function endAttempt<E extends OutboxEntry>(
  entry: E,
  before: E,
  failure: StepFailure,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  const change = async (changes: Patch<E>, delivery: Delivery) =>
    (await kind.queue.update(entry, changes)) ? delivery : 'superseded';
  switch (failure.outcome) {
    case 'retry':
      return change(
        scheduleRetry(entry, before, failure, device),
        failure.reason === 'offline' ? 'no-connection' : 'waiting',
      );
    case 'signed-out':
      await kind.queue.update(entry, {
        state: {
          name: 'waiting',
          tries: triesOf(entry),
          retry: { reason: 'signed-out', at: device.now(), delayMs: 0 },
        },
      });
      return 'signed-out';
    case 'rejected': {
      const attention = { reason: failure.reason, message: failure.message };
      // A refusal settles this attempt only; earlier attempts may still have arrived.
      const arrival =
        before.arrival === 'none' && entry.arrival !== 'none' ? 'begun' : before.arrival;
      const refusal = kind.refused(entry, attention);
      if (refusal === 'ask')
        return change({ state: needsAttention(attention), arrival }, 'attention');
      if (refusal === 'end')
        return (await kind.settle(entry, attention, device.now())) ? 'attention' : 'superseded';
      const again = scheduleRetry(entry, before, { outcome: 'retry', reason: 'server' }, device);
      return change({ ...again, step: refusal.repeat, arrival }, 'waiting');
    }
  }
}

/**
 * The rest after an attempt without a result, longer each time. Failures of the device are counted
 * by themselves.
 */
function scheduleRetry<E extends OutboxEntry>(
  entry: E,
  before: E,
  { reason, retryAfterMs }: Undecided<WaitReason>,
  { now, random }: Device,
): Patch<E> {
  const isFirst = reason === 'device' && retryOf(before)?.reason !== 'device';
  const tries = isFirst ? 1 : triesOf(entry) + 1;
  return {
    state: {
      name: 'waiting',
      tries,
      retry: { reason, at: now(), delayMs: retryDelay(reason, tries, retryAfterMs, random) },
    },
  };
}

import type { SendResult } from '../server/backend.ts';
import type { AttentionReason } from '../domain/reasons.ts';
import { isClosed, isFull } from '../store/database.ts';
import type { Attention, OutboxEntry, Retry } from '../store/rows.ts';
import { retryDelay, type RateLimitOf } from './backoff.ts';
import { needsAttention, retryOf, triesOf } from './entry.ts';
import { createMemoryQueue, type Patch, type Queue } from './queue.ts';

/** What the device itself says: a page and the worker ask it alike. */
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

/** A step that is not done, by the server's word or by what this device knows. */
export type StepFailure =
  | Exclude<SendResult, { outcome: 'accepted' | 'rejected' }>
  | { outcome: 'rejected'; reason: AttentionReason; message: string };

/** What became of a step. `changes` are written down with it. */
export type StepResult<E> = { outcome: 'accepted'; changes?: Partial<E> } | StepFailure;

/** What a definite no leads to: the person is asked, an earlier step is repeated, or the entry ends. */
export type Refusal<E extends OutboxEntry> = 'ask' | 'end' | { repeat: E['step'] };

/** One kind of entry, as the outbox knows it: where it waits and how it is delivered. Every step may be repeated without a second effect. */
export interface Kind<E extends OutboxEntry> {
  queue: Queue<E>;
  /** In order. The entry names the next of them. */
  steps(entry: E): readonly E['step'][];
  /** The step that stores the record: while its outcome is unknown, the record may have arrived. */
  recordStep: E['step'] | null;
  /** Why the entry can't go out at `now`; null when it can. Nothing of it leaves the device for this. */
  objection(entry: E, now: number): Promise<StepFailure | null>;
  /** `lastRetry`: what ended the try before; null for the first. */
  perform(entry: E, lastRetry: Retry | null): Promise<StepResult<E>>;
  rateLimit: RateLimitOf<E>;
  refused(entry: E, attention: Attention): Refusal<E>;
  /** Ends the entry and records the decision, in one transaction: `refusal` is null when all is done. False when somebody else changed it. */
  settle(entry: E, refusal: Attention | null, now: number): Promise<boolean>;
}

/** How far an entry came. `superseded`: another flush or its person has it now. */
export type Delivery =
  'settled' | 'waiting' | 'attention' | 'superseded' | 'no-connection' | 'signed-out';

/**
 * Takes one entry through the steps it has left, with a durable checkpoint after each. A crash at any point leaves an
 * entry that goes on where it stopped; an error that nobody expected, one that rests. Rejects when the database is closed or full,
 * or can't write that down.
 */
export async function deliver<E extends OutboxEntry>(
  entry: E,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  const tried: Tried<E> = { entry, before: entry };
  try {
    return await takeSteps(tried, kind, device);
  } catch (error) {
    if (isFull(error) || isClosed(error)) throw error;
    console.warn('An entry of the outbox could not be sent:', error);
    return endTry(tried, { outcome: 'retry', reason: 'device' }, kind, device);
  }
}

/** Notes in `tried` how far it came. */
async function takeSteps<E extends OutboxEntry>(
  tried: Tried<E>,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  const { before } = tried;
  const objection = await kind.objection(before, device.now());
  if (objection) return endTry(tried, objection, kind, device);

  let current = await kind.queue.update(before, markSending(before, kind, device));
  while (current) {
    tried.entry = current;
    const steps = kind.steps(current);
    const at = steps.indexOf(current.step);
    // It is through, and was not settled.
    if (at === -1) return settle(current, kind, device);
    const result = await kind.perform(current, retryOf(before));
    if (result.outcome !== 'accepted') return endTry(tried, result, kind, device);
    const next = steps[at + 1];
    if (next === undefined) return settle({ ...current, ...result.changes }, kind, device);
    current = await kind.queue.update(current, {
      ...beginStep(current, next, kind, device),
      ...result.changes,
    });
  }
  return 'superseded';
}

/**
 * Delivers an entry that the device is too full to write to: over memory, without checkpoints. What is through goes from the
 * device; all else is there as it was.
 */
export async function deliverUnwritten<E extends OutboxEntry>(
  id: string,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  // As it is by now: its first checkpoints may have found room.
  const stored = (await kind.queue.list()).find((entry) => entry.id === id);
  if (!stored) return 'superseded';
  const { queue } = createMemoryQueue(stored, null, () => undefined);
  return deliver(
    stored,
    {
      ...kind,
      queue,
      settle: (entry, ...rest) => kind.settle({ ...entry, revision: stored.revision }, ...rest),
    },
    device,
  );
}

const settle = async <E extends OutboxEntry>(
  entry: E,
  kind: Kind<E>,
  { now }: Device,
): Promise<Delivery> => ((await kind.settle(entry, null, now())) ? 'settled' : 'superseded');

/** Stored before the step's request starts: from here on it may have arrived. `navigator.onLine` does not prove otherwise. */
const markSending = <E extends OutboxEntry>(
  entry: E,
  { recordStep }: Kind<E>,
  { now }: Device,
): Patch<E> => {
  const retry = retryOf(entry);
  return {
    state: { name: 'sending', tries: triesOf(entry), since: now(), ...(retry && { retry }) },
    attempted: true,
    mayHaveArrived: entry.mayHaveArrived || entry.step === recordStep,
  };
};

/** What the next step begins with, right after the server's yes to the one before. */
const beginStep = <E extends OutboxEntry>(
  entry: E,
  step: E['step'],
  { recordStep }: Kind<E>,
  { now }: Device,
): Patch<E> => ({
  step,
  state: { name: 'sending', tries: 0, since: now() },
  attempted: true,
  mayHaveArrived: entry.mayHaveArrived || step === recordStep,
});

/** An entry whose try ended, and as it was before this run. */
interface Tried<E> {
  entry: E;
  before: E;
}

async function endTry<E extends OutboxEntry>(
  tried: Tried<E>,
  failure: StepFailure,
  kind: Kind<E>,
  device: Device,
): Promise<Delivery> {
  const { entry } = tried;
  const change = async (changes: Patch<E>, delivery: Delivery) =>
    (await kind.queue.update(entry, changes)) ? delivery : 'superseded';
  switch (failure.outcome) {
    case 'retry':
      return change(
        scheduleRetry(tried, failure, device),
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
      // A definite no tells of its own try, and nothing of those before.
      const { mayHaveArrived } = tried.before;
      const refusal = kind.refused(entry, attention);
      if (refusal === 'ask')
        return change({ state: needsAttention(attention), mayHaveArrived }, 'attention');
      if (refusal === 'end')
        return (await kind.settle(entry, attention, device.now())) ? 'attention' : 'superseded';
      const again = scheduleRetry(tried, { outcome: 'retry', reason: 'server' }, device);
      return change({ ...again, step: refusal.repeat, mayHaveArrived }, 'waiting');
    }
  }
}

/** What a try without a result changes: the entry rests, longer each time. What the device fails at is counted by itself. */
function scheduleRetry<E extends OutboxEntry>(
  { entry, before }: Tried<E>,
  { reason, retryAfterMs }: Extract<SendResult, { outcome: 'retry' }>,
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

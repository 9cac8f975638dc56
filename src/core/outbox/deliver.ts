import type { Undecided } from '../server/backend.ts';
import type { WaitReason } from '../domain/reasons.ts';
import { isClosed } from '../store/database.ts';
import type { Arrival, Attention, OutboxEntry } from '../store/rows.ts';
import { retryDelay } from './backoff.ts';
import { furthest, needsAttention, retryOf, triesOf } from './entry.ts';
import type { Kind, StepFailure } from './kind.ts';
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

/** An entry's way to the server. */
interface Delivery {
  kind: Kind;
  queue: Queue;
  device: Device;
}

/**
 * Performs the steps that an entry has left, with a durable checkpoint after each. After a crash
 * the entry continues where it stopped; after an unexpected error it waits. Returns the entry as
 * its attempt left it; null once it has ended, or when another flush or its sender changed it.
 * Rejects if the database is closed, or cannot write the result.
 */
export async function deliver(entry: OutboxEntry, delivery: Delivery): Promise<OutboxEntry | null> {
  const { kind, queue, device } = delivery;
  let reached = entry;
  try {
    const objection = await kind.objection?.(entry, device.now());
    if (objection) return await endAttempt(entry, entry, objection, delivery);

    let current = await queue.update(entry, beginAttempt(entry, delivery));
    while (current) {
      reached = current;
      const steps = kind.steps(current);
      const at = steps.indexOf(current.step);
      // Every step is done, and the entry was not settled.
      if (at === -1) return await settle(current, null, delivery);
      const result = await kind.perform(current, { queue, lastRetry: retryOf(entry) });
      if (result.outcome !== 'accepted') return await endAttempt(current, entry, result, delivery);
      const { changes, bytes } = result;
      const next = steps[at + 1];
      if (next === undefined) return await settle({ ...current, ...changes }, null, delivery);
      const isStored = current.step === kind.recordStep;
      current = await queue.update(
        current,
        { ...beginStep(current, next, delivery), ...(isStored && { isStored }), ...changes },
        isStored ? null : bytes,
      );
    }
    return null;
  } catch (error) {
    if (isClosed(error)) throw error;
    console.warn('An entry of the outbox could not be sent:', error);
    return endAttempt(reached, entry, { outcome: 'retry', reason: 'device' }, delivery);
  }
}

/** Ends an entry: the databases that follow it first, so that a crash in between repeats it without effect. */
async function settle(
  entry: OutboxEntry,
  refusal: Attention | null,
  { kind, queue, device }: Delivery,
): Promise<null> {
  const settledAt = device.now();
  if (kind.follow) {
    if (!(await queue.isCurrent(entry))) return null;
    await kind.follow(entry, refusal, settledAt, { queue });
  }
  const { id, userId } = entry;
  const receipt = { id, kind: entry.kind, userId, settledAt, refusal, ...kind.receipt?.(entry) };
  await queue.settle(entry, receipt);
  return null;
}

function beginAttempt(entry: OutboxEntry, { kind, device }: Delivery): Patch<OutboxEntry> {
  const retry = retryOf(entry);
  // The page was killed during the step, perhaps by it.
  const wasKilled = entry.step === kind.localStep && entry.state.name === 'sending';
  const tries = triesOf(entry) + (wasKilled ? 1 : 0);
  return {
    state: { name: 'sending', tries, since: device.now(), ...(retry && { retry }) },
    arrival: arrivalAt(entry.step, entry, kind),
  };
}

/** The checkpoint after the server has accepted the step before. */
const beginStep = (
  entry: OutboxEntry,
  step: OutboxEntry['step'],
  { kind, device }: Delivery,
): Patch<OutboxEntry> => ({
  step,
  state: { name: 'sending', tries: 0, since: device.now() },
  arrival: arrivalAt(step, entry, kind),
});

/**
 * The arrival once the step's request may have left. `navigator.onLine` does not prove that it has
 * not.
 */
const arrivalAt = (
  step: OutboxEntry['step'],
  { arrival }: OutboxEntry,
  { recordStep, localStep }: Kind,
): Arrival =>
  step === localStep ? arrival : furthest(arrival, step === recordStep ? 'possible' : 'begun');

/** Writes down how an attempt ended. `before` is the entry as it was when the attempt began. */
async function endAttempt(
  entry: OutboxEntry,
  before: OutboxEntry,
  failure: StepFailure,
  delivery: Delivery,
): Promise<OutboxEntry | null> {
  const { kind, queue, device } = delivery;
  switch (failure.outcome) {
    case 'retry':
      return queue.update(entry, scheduleRetry(entry, before, failure, device));
    case 'signed-out':
      return queue.update(entry, {
        state: {
          name: 'waiting',
          tries: triesOf(entry),
          retry: { reason: 'signed-out', at: device.now(), delayMs: 0 },
        },
      });
    case 'rejected': {
      const attention = { reason: failure.reason, message: failure.message };
      // A refusal settles this attempt only; earlier attempts may still have arrived.
      const arrival =
        before.arrival === 'none' && entry.arrival !== 'none' ? 'begun' : before.arrival;
      const refusal = kind.refused?.(entry, attention) ?? 'ask';
      if (refusal === 'ask')
        return queue.update(entry, { state: needsAttention(attention), arrival });
      if (refusal === 'end') return settle(entry, attention, delivery);
      const again = scheduleRetry(entry, before, { outcome: 'retry', reason: 'server' }, device);
      return queue.update(entry, { ...again, step: refusal.repeat, arrival });
    }
  }
}

/**
 * The rest after an attempt without a result, longer each time. Failures of the device are counted
 * by themselves.
 */
function scheduleRetry(
  entry: OutboxEntry,
  before: OutboxEntry,
  { reason, retryAfterMs }: Undecided<WaitReason>,
  { now, random }: Device,
): Patch<OutboxEntry> {
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

import type { Undecided } from '../server/backend.ts';
import type { WaitReason } from '../domain/reasons.ts';
import { isClosed } from '../store/database.ts';
import type { Attention, OutboxEntry, ServerMayHave } from '../store/device-schema.ts';
import { retryDelay } from './backoff.ts';
import { mostOf, needsAttention, retryOf, triesOf } from './entry.ts';
import type { Mutation, StepFailure } from './mutation.ts';
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
interface Delivery<Ports> {
  mutation: Mutation<OutboxEntry, Ports>;
  ports: Ports;
  queue: Queue;
  device: Device;
}

/**
 * Performs the steps that an entry has left, with a durable checkpoint after each. After a crash
 * the entry continues where it stopped; after an unexpected error it waits. Returns the entry as
 * its attempt left it; null once it has ended, or when another flush or its sender changed it.
 * Rejects if the database is closed, or cannot write the result.
 */
export async function deliver<Ports>(
  entry: OutboxEntry,
  delivery: Delivery<Ports>,
): Promise<OutboxEntry | null> {
  const { mutation, ports, queue, device } = delivery;
  let reached = entry;
  try {
    const objection = await mutation.precheck(entry, device.now(), ports);
    if (objection) return await endAttempt(entry, entry, objection, delivery);

    let current = await queue.update(entry, beginAttempt(entry, delivery));
    while (current) {
      reached = current;
      const steps = mutation.steps(current);
      const at = steps.indexOf(current.step);
      // Nothing is left to do.
      if (steps.length === 0) return await settle(current, null, delivery);
      // A newer release's: settling the entry would lose it.
      if (at === -1) throw new Error(`This release has no step ${current.step}`);
      const attempt = { readFile: () => queue.readFile(entry.id), lastRetry: retryOf(entry) };
      const result = await mutation.perform(current, attempt, ports);
      if (result.outcome !== 'accepted') return await endAttempt(current, entry, result, delivery);
      const { changes, file } = result;
      const next = steps[at + 1];
      if (next === undefined) return await settle({ ...current, ...changes }, null, delivery);
      const isStored = current.step === mutation.recordStep;
      current = await queue.update(
        current,
        { ...beginStep(current, next, delivery), ...(isStored && { isStored }), ...changes },
        // The file of the record itself; photographs may follow it.
        isStored && current.file ? null : file,
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
async function settle<Ports>(
  entry: OutboxEntry,
  refusal: Attention | null,
  { mutation, ports, queue, device }: Delivery<Ports>,
): Promise<null> {
  const settledAt = device.now();
  if (!(await queue.isCurrent(entry))) return null;
  const attempt = { readFile: () => queue.readFile(entry.id) };
  await mutation.applyLocally(entry, refusal, settledAt, attempt, ports);
  const { id, kind, userId } = entry;
  await queue.settle(entry, { id, kind, userId, settledAt, refusal, ...mutation.receipt(entry) });
  return null;
}

function beginAttempt<Ports>(
  entry: OutboxEntry,
  { mutation, device }: Delivery<Ports>,
): Patch<OutboxEntry> {
  const retry = retryOf(entry);
  // The page was killed during the step, perhaps by it.
  const wasKilled = entry.step === mutation.localStep && entry.state.name === 'sending';
  const tries = triesOf(entry) + (wasKilled ? 1 : 0);
  return {
    state: { name: 'sending', tries, since: device.now(), ...(retry && { retry }) },
    serverMayHave: onceSent(entry.step, entry, mutation),
  };
}

/** The checkpoint after the server has accepted the step before. */
const beginStep = <Ports>(
  entry: OutboxEntry,
  step: OutboxEntry['step'],
  { mutation, device }: Delivery<Ports>,
): Patch<OutboxEntry> => ({
  step,
  state: { name: 'sending', tries: 0, since: device.now() },
  serverMayHave: onceSent(step, entry, mutation),
});

/** Holds once the step's request may have left. `navigator.onLine` does not prove that it has not. */
const onceSent = <Ports>(
  step: OutboxEntry['step'],
  { serverMayHave }: OutboxEntry,
  { recordStep, localStep }: Mutation<OutboxEntry, Ports>,
): ServerMayHave =>
  step === localStep
    ? serverMayHave
    : mostOf(serverMayHave, step === recordStep ? 'record' : 'file');

/** Writes down how an attempt ended. `before` is the entry as it was when the attempt began. */
async function endAttempt<Ports>(
  entry: OutboxEntry,
  before: OutboxEntry,
  failure: StepFailure & { changes?: Partial<OutboxEntry> },
  delivery: Delivery<Ports>,
): Promise<OutboxEntry | null> {
  const { mutation, queue, device } = delivery;
  switch (failure.outcome) {
    case 'retry':
      if (failure.reason === 'too-large' && triesAfter(entry, before, 'too-large') >= BLOCKED_TRIES)
        return endAttempt(entry, before, BLOCKED, delivery);
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
      const serverMayHave =
        before.serverMayHave === 'nothing' && entry.serverMayHave !== 'nothing'
          ? 'file'
          : before.serverMayHave;
      const consequence = mutation.afterRefusal(entry, attention);
      if (consequence === 'ask')
        return queue.update(entry, {
          ...failure.changes,
          state: needsAttention(attention),
          serverMayHave,
        });
      if (consequence === 'end') return settle(entry, attention, delivery);
      const again = scheduleRetry(entry, before, { outcome: 'retry', reason: 'server' }, device);
      return queue.update(entry, { ...again, step: consequence.repeat, serverMayHave });
    }
  }
}

/** A network that blocked an upload this often would receive the whole file again and again. */
const BLOCKED_TRIES = 3;
const BLOCKED: StepFailure = {
  outcome: 'rejected',
  reason: 'upload-blocked',
  message: 'This network blocks uploads of this size.',
};

/** Failures that are counted by themselves. */
const COUNTED_APART = new Set<WaitReason>(['device', 'too-large']);

/** The number of attempts after one more. `before` is the entry as it was when the attempt began. */
const triesAfter = (entry: OutboxEntry, before: OutboxEntry, reason: WaitReason): number =>
  COUNTED_APART.has(reason) && retryOf(before)?.reason !== reason ? 1 : triesOf(entry) + 1;

/** The rest after an attempt without a result, longer each time. */
function scheduleRetry(
  entry: OutboxEntry,
  before: OutboxEntry,
  { reason, retryAfterMs }: Undecided<WaitReason>,
  { now, random }: Device,
): Patch<OutboxEntry> {
  const tries = triesAfter(entry, before, reason);
  return {
    state: {
      name: 'waiting',
      tries,
      retry: { reason, at: now(), delayMs: retryDelay(reason, tries, retryAfterMs, random) },
    },
  };
}

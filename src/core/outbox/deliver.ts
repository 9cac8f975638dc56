import type { Backend, OutgoingRecord, SendResult } from '../backend/backend.ts';
import type { AttentionReason } from '../domain/reasons.ts';
import type { Entry } from '../store/rows.ts';
import { begun, refused, rested, type AttemptDeps, type Retrying } from './attempt.ts';
import { isLate, stepAfter } from './entry.ts';
import type { Queue } from './queue.ts';
import type { Delivery } from './run-queue.ts';
import { timeoutOf, type Place } from './timeouts.ts';

export interface DeliveryDeps extends AttemptDeps {
  queue: Queue;
  backend: Backend;
  place: Place;
  /** Hears how many bytes of an entry's file have left. */
  onUpload?: (id: string, sentBytes: number) => void;
}

const ALERT_TRIES = 3;

/**
 * Takes one entry through the steps it has left, with a durable checkpoint after each. A crash at any point leaves an
 * entry that goes on where it stopped, and a step that is repeated has no second effect.
 */
export async function deliver(entry: Entry, deps: DeliveryDeps): Promise<Delivery> {
  const { queue, now } = deps;
  if (isLate(entry, now())) return needsAttention(entry, 'date-passed', '', deps);

  let current = await queue.update(entry, begun(entry, deps));
  while (current) {
    const result: SendResult | 'file-lost' = await perform(current, deps);
    if (result === 'file-lost') return needsAttention(current, 'file-lost', '', deps);
    if (result.outcome !== 'accepted') return current.step === 'email' ? alertFailed(current, result, deps) : failed(current, result, deps);

    const step = stepAfter(current.step);
    if (step === null) return settle(current, 'sent', deps);
    current = await queue.update(current, { step, attempted: true, attempts: 0, retry: null });
  }
  return 'superseded';
}

async function perform(entry: Entry, { queue, backend, place, onUpload }: DeliveryDeps): Promise<SendResult | 'file-lost'> {
  const timeout = timeoutOf(entry, place);
  const record: OutgoingRecord = { ...entry.submission, id: entry.id, filePath: entry.file?.path ?? null };
  if (entry.step === 'email') return backend.sendAlert(record, timeout);
  if (entry.step === 'row' || !entry.file) return backend.insertRecord(record, timeout);
  const bytes = await queue.readFile(entry.id);
  if (!bytes) return 'file-lost';
  const { path, type } = entry.file;
  return backend.uploadResume({ path, type, bytes }, timeout, (sentBytes) => onUpload?.(entry.id, sentBytes));
}

type Failure = Exclude<SendResult, { outcome: 'accepted' }>;

function failed(entry: Entry, result: Failure, deps: DeliveryDeps): Promise<Delivery> {
  if (result.outcome === 'retry') return wait(entry, result, {}, deps);
  // The bucket lost the file: the bytes are still here, so they go up again.
  if (result.reason === 'file-missing') return wait(entry, { outcome: 'retry', reason: 'server' }, { step: 'file' }, deps);
  return needsAttention(entry, result.reason, result.message, deps);
}

/** The record is stored, so the alert never holds it back: any answer ends this step, and silence ends it after three tries. */
function alertFailed(entry: Entry, result: Failure, deps: DeliveryDeps): Promise<Delivery> {
  const silent = result.outcome === 'retry' && (result.reason === 'offline' || result.reason === 'foreign');
  return silent && entry.attempts + 1 < ALERT_TRIES ? wait(entry, result, {}, deps) : settle(entry, 'not-sent', deps);
}

async function wait(entry: Entry, failure: Retrying, changes: Partial<Entry>, deps: DeliveryDeps): Promise<Delivery> {
  const updated = await deps.queue.update(entry, { ...changes, ...rested(entry, failure, deps) });
  if (!updated) return 'superseded';
  return failure.reason === 'offline' ? 'no-connection' : 'waiting';
}

async function needsAttention(entry: Entry, reason: AttentionReason, message: string, { queue }: DeliveryDeps): Promise<Delivery> {
  return (await queue.update(entry, refused({ reason, message }))) ? 'attention' : 'superseded';
}

async function settle(entry: Entry, alert: 'sent' | 'not-sent', { queue, now }: DeliveryDeps): Promise<Delivery> {
  const { id, createdAt, submission } = entry;
  const receipt = { id, kind: submission.kind, createdAt, sentAt: now(), alert };
  return (await queue.settle(entry, receipt)) ? 'settled' : 'superseded';
}

import type { Entry } from '../store/rows.ts';
import { restOf } from './backoff.ts';
import { deliver, type DeliveryDeps } from './deliver.ts';
import { isReadable } from './entry.ts';

export interface FlushReport {
  /** Ids that still wait to be sent, without those that need their sender. */
  waiting: string[];
  /** Milliseconds until the next of them is due; null when none waits. */
  nextInMs: number | null;
}

export interface FlushOptions {
  /** The connection came back: skip the rests of tries that did not reach the server. */
  eager: boolean;
  /** Checked between entries; true ends the run early. */
  isCancelled?: () => boolean;
}

/**
 * The one way a submission leaves the device: tries every entry that is due, once. One that fails never blocks the
 * others; a dead connection ends the run early. Safe to run twice at once: ids make each step's effect single.
 */
export async function flush(deps: DeliveryDeps, { eager, isCancelled = () => false }: FlushOptions): Promise<FlushReport> {
  const tried = new Set<string>();
  let due = await readDue(deps, eager, tried);
  for (let entry = due.shift(); entry && !isCancelled(); entry = due.shift()) {
    tried.add(entry.id);
    const delivery = await deliver(entry, deps);
    if (delivery === 'no-connection') break;
    // What did not go through may rest others of its table, and new entries may have come.
    if (delivery !== 'settled' || due.length === 0) due = await readDue(deps, eager, tried);
  }
  return report(deps);
}

/** What is due and not yet tried: fewest failures first, then small files before large, then oldest. */
async function readDue({ queue, now }: DeliveryDeps, eager: boolean, tried: ReadonlySet<string>): Promise<Entry[]> {
  const all = await queue.list();
  const due = all.filter((entry) => isWaiting(entry) && !tried.has(entry.id) && restOf(entry, all, now(), eager) === 0);
  return due.sort(byUrgency);
}

const byUrgency = (a: Entry, b: Entry) =>
  a.attempts - b.attempts || (a.file?.size ?? 0) - (b.file?.size ?? 0) || a.createdAt - b.createdAt;

const isWaiting = (entry: Entry) => isReadable(entry) && !entry.attention;

async function report({ queue, now }: DeliveryDeps): Promise<FlushReport> {
  const all = await queue.list();
  const waiting = all.filter(isWaiting);
  const rests = waiting.map((entry) => restOf(entry, all, now(), false));
  return { waiting: waiting.map((entry) => entry.id), nextInMs: rests.length ? Math.min(...rests) : null };
}

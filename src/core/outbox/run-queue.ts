import type { Waiting } from '../store/rows.ts';
import { restOf } from './backoff.ts';

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

/** How far an entry came. `superseded`: another flush or the sender has it now. */
export type Delivery = 'settled' | 'waiting' | 'attention' | 'superseded' | 'no-connection' | 'signed-out';

/** One kind of entry: where it waits, and how one of it is delivered. */
export interface Work<E extends Waiting> {
  list(): Promise<E[]>;
  deliver(entry: E): Promise<Delivery>;
  /** False for what a newer release wrote: this one leaves it alone. */
  isReadable(entry: E): boolean;
  /** The bytes of its file. */
  sizeOf(entry: E): number;
  /** Names the rate limit it falls under; null for none. */
  limitOf(entry: E): string | null;
  /** Milliseconds since 1970. */
  now(): number;
}

/** What makes every further try of the run useless. */
const ENDS_RUN = new Set<Delivery>(['no-connection', 'signed-out']);

/**
 * Tries every entry that is due, once. One that fails never blocks the others; a dead connection, or a session that is
 * over, ends the run early.
 */
export async function runQueue<E extends Waiting>(work: Work<E>, { eager, isCancelled = () => false }: FlushOptions): Promise<FlushReport> {
  const tried = new Set<string>();
  let due = await readDue(work, eager, tried);
  for (let entry = due.shift(); entry && !isCancelled(); entry = due.shift()) {
    tried.add(entry.id);
    const delivery = await work.deliver(entry);
    if (ENDS_RUN.has(delivery)) break;
    // What did not go through may rest others of its table, and new entries may have come.
    if (delivery !== 'settled' || due.length === 0) due = await readDue(work, eager, tried);
  }
  return report(work);
}

/** What is due and not yet tried: fewest failures first, then small files before large, then oldest. */
async function readDue<E extends Waiting>(work: Work<E>, eager: boolean, tried: ReadonlySet<string>): Promise<E[]> {
  const all = await work.list();
  const due = all.filter((entry) => isWaiting(work, entry) && !tried.has(entry.id) && restIn(work, entry, all, eager) === 0);
  return due.sort((a, b) => a.attempts - b.attempts || work.sizeOf(a) - work.sizeOf(b) || a.createdAt - b.createdAt);
}

const isWaiting = <E extends Waiting>(work: Work<E>, entry: E) => work.isReadable(entry) && !entry.attention;

/** How long an entry has still to rest among all of its queue, in ms. */
function restIn<E extends Waiting>(work: Work<E>, entry: E, all: readonly E[], eager: boolean): number {
  const limit = work.limitOf(entry);
  const sharers = limit === null ? [] : all.filter((other) => work.limitOf(other) === limit);
  return restOf(entry, sharers, work.now(), eager);
}

async function report<E extends Waiting>(work: Work<E>): Promise<FlushReport> {
  const all = await work.list();
  const waiting = all.filter((entry) => isWaiting(work, entry));
  const rests = waiting.map((entry) => restIn(work, entry, all, false));
  return { waiting: waiting.map((entry) => entry.id), nextInMs: rests.length ? Math.min(...rests) : null };
}

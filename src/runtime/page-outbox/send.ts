import type { WaitCause } from '../../core/domain/reasons.ts';
import type { Device } from '../../core/outbox/deliver.ts';
import {
  DUE,
  isEntry,
  mayHaveRecord,
  mostOf,
  outcomeOf,
  type Fresh,
  type Outcome,
} from '../../core/outbox/entry.ts';
import type { FlushOptions, FlushReport } from '../../core/outbox/flush.ts';
import type { MemoryQueue } from '../../core/outbox/memory-queue.ts';
import { rateLimitIn, type Mutations } from '../../core/outbox/mutation.ts';
import { removeEntry, type Queue } from '../../core/outbox/queue.ts';
import { newestCause, waitCause } from '../../core/outbox/wait-cause.ts';
import { WAITS } from '../../core/outbox/waits.ts';
import {
  isClosed,
  isFull,
  onceOpen,
  withReopen,
  type Database,
} from '../../core/store/database.ts';
import type { OutboxEntry, Receipt } from '../../core/store/device-schema.ts';
import { liveRead } from '../../core/store/live-read.ts';
import { proveRoom } from '../../core/store/prove-room.ts';

/** A page's surroundings, which the hammer replaces. */
export interface Surroundings {
  db: Database;
  queue: Queue;
  /** The second queue, for entries that the device cannot store. */
  memory: MemoryQueue;
  mutations: Mutations;
  device: Device;
  /** Resolves with the value once the time has passed. */
  after: <T>(ms: number, value: T) => Promise<T>;
  /** Asks the browser to wake the worker for an entry. */
  requestSync: (id: string) => void;
  /** Called when a submission waits: a browser short of space must not clear it. */
  askToPersist: () => void;
}

/** The state of a page's outbox, until the page is closed. */
export interface Page extends Surroundings {
  /** Sends what is due in a queue, with this page's ports. */
  flush: (queue: Queue, options: FlushOptions) => Promise<FlushReport>;
  /** The same for the device's queue, under the flush lock. */
  requestRun: (options: { eager: boolean }) => Promise<FlushReport>;
  flushListeners: Set<(nextInMs: number | null) => void>;
  /** Ends with the last flush from memory. */
  memoryFlush: Promise<unknown>;
  /** The newest late storing of each entry. */
  lateStorings: Map<string, Sending['storing']>;
  /** By id: the entries that are in no queue and not on the server, as far as they got. */
  unstored: Map<string, Fresh>;
}

/** The id that an entry is stored under. `isSent`: it was sent before, and stays as it was. */
export interface Stored {
  id: string;
  isSent: boolean;
}

/** An entry on its way: stored on the device, or in this page's memory. */
export interface Sending extends Stored {
  isOnDevice: boolean;
  /** Resolves when a device that was too slow has stored it; with null when it cannot. */
  storing: Promise<Stored | null>;
}

/** A way to store entries, and how long to wait for it; null: as long as it takes. */
export interface Storing {
  store: (fresh: Fresh) => Promise<unknown>;
  patienceMs: number | null;
}

/** Sends entries, or stores them until they can be sent; `onBegun` is called after each storing. */
export async function sendAll(
  page: Page,
  all: Iterable<Fresh> | AsyncIterable<Fresh>,
  { store, patienceMs }: Storing,
  onBegun: (sendings: readonly { isOnDevice: boolean }[]) => void = () => undefined,
): Promise<Outcome[]> {
  const sendings: Sending[] = [];
  // One at a time: a large photo takes much memory.
  for await (const fresh of all) {
    const { id } = fresh.entry;
    const stored = () => store(fresh).then(() => ({ id, isSent: false }));
    sendings.push(await begin(page, fresh, stored, patienceMs));
    if (fresh.entry.userId === null) page.requestSync(id);
    onBegun(sendings);
  }
  const flushed = requestFlush(page, { eager: true });
  return Promise.all(
    sendings.map(async (sending) => {
      const outcome = await outcomeOfSending(page, sending, flushed);
      if (!sending.isOnDevice && isMadeAnew(outcome)) void dropLate(page, sending);
      return outcome;
    }),
  );
}

/** The same for one entry. */
export async function send(
  page: Page,
  fresh: Fresh,
  storing: Storing,
  onStored: () => void = () => undefined,
): Promise<Outcome> {
  const [outcome] = await sendAll(
    page,
    [fresh],
    storing,
    ([sending]) => sending?.isOnDevice && onStored(),
  );
  return outcome ?? { outcome: 'gone' };
}

/**
 * Asks for a flush of everything due. Never rejects: a browser that cannot read its queue has
 * nothing to send.
 */
export async function requestFlush(page: Page, options: { eager: boolean }): Promise<void> {
  const { nextInMs } = await page.requestRun(options).catch((error: unknown) => {
    console.warn('The outbox is unreadable:', error);
    return { nextInMs: isClosed(error) ? WAITS.closed : null };
  });
  for (const listener of page.flushListeners) listener(nextInMs);
}

/**
 * Stores an entry, or puts it in memory where the device cannot store it, or does not answer in
 * time: some private windows never do.
 */
export async function begin(
  page: Page,
  fresh: Fresh,
  store: () => Promise<Stored>,
  patienceMs: number | null,
): Promise<Sending> {
  const { db, memory, lateStorings, after } = page;
  const { id } = fresh.entry;
  lateStorings.delete(id);
  const storing = onceOpen(db, WAITS.lateStore, store).catch((error: unknown) => {
    console.warn('Not stored on this device:', error);
    return null;
  });
  const stored = await (patienceMs === null
    ? storing
    : Promise.race([storing, after(patienceMs, null)]));
  if (stored) return { ...stored, isOnDevice: true, storing };
  memory.add(fresh);
  const late = storing.then(async (storedLate) => {
    // An attempt from memory may arrive: with the entry that is stored late, or with changes that the stored one lacks.
    const had = storedLate ? 'record' : 'former-record';
    await noteMayHave(page, storedLate?.id ?? id, had).catch(() => null);
    return storedLate;
  });
  lateStorings.set(id, late);
  return { id, isSent: false, isOnDevice: false, storing: late };
}

/** Returns the changed entry; its receipt, or undefined, if there is none any more. */
async function noteMayHave(
  { queue }: Page,
  id: string,
  had: 'record' | 'former-record',
): Promise<OutboxEntry | Receipt | undefined> {
  for (;;) {
    const stored = await queue.find(id);
    if (!isEntry(stored)) return stored;
    const serverMayHave = mostOf(stored.serverMayHave, had);
    if (serverMayHave === stored.serverMayHave) return stored;
    const noted = await queue.update(stored, { serverMayHave });
    if (noted) return noted;
  }
}

/** The outcome of an entry on its way. Resolves within ten seconds where the device stored it. */
export async function outcomeOfSending(
  page: Page,
  sending: Sending,
  flushed?: Promise<void>,
): Promise<Outcome> {
  if (!sending.isOnDevice) return outcomeFromMemory(page, sending);
  const { id } = sending;
  const read = async () => outcomeOf(await page.queue.find(id));
  const decided = await Promise.race([
    untilDecided(read),
    (flushed ?? requestFlush(page, { eager: true })).then(read).catch(ifUnreadable),
    page.after(WAITS.decision, null),
  ]);
  if (decided && decided.outcome !== 'waiting') return decided;
  return { outcome: 'waiting', cause: await causeOf(page, id) };
}

/**
 * Watches the device until a decision is stored, by this page, another tab or the worker. `read`
 * returns null before that.
 */
export const untilDecided = <T>(read: () => Promise<T | null>): Promise<T> =>
  new Promise((resolve) => {
    const subscription = liveRead(read).subscribe(({ value: decided, error }) => {
      if (error !== null) console.warn('What waits could not be read:', error);
      if (decided === undefined || decided === null) return;
      resolve(decided);
      // The first value may come before there is a subscription to stop.
      queueMicrotask(() => subscription.unsubscribe());
    });
  });

export function ifUnreadable(error: unknown): null {
  if (!isClosed(error) && !isFull(error)) throw error;
  return null;
}

/** Why an entry waits; null before a failure, and when the device cannot read it. */
export async function causeOf(
  { queue, mutations, device }: Page,
  id: string,
): Promise<WaitCause | null> {
  const entries = await queue.list().catch(() => []);
  const entry = entries.find((one) => one.id === id);
  return entry ? waitCause(entry, entries, rateLimitIn(mutations), device.now()) : null;
}

async function outcomeFromMemory(page: Page, sending: Sending): Promise<Outcome> {
  const { memory, unstored, after } = page;
  const { id, storing } = sending;
  const decided = await whenSentFromMemory(page, id);
  if (decided?.outcome === 'done') {
    void endStored(page, sending);
    return decided;
  }
  const isRefused = decided?.outcome === 'refused';
  const late = isRefused ? null : await Promise.race([storing, after(WAITS.lateStore, null)]);
  const fresh = memory.take(id);
  if (late) return outcomeOfSending(page, Object.assign(sending, late, { isOnDevice: true }));
  if (fresh) unstored.set(id, fresh);
  return isRefused
    ? { ...decided, fresh }
    : { outcome: 'not-stored', cause: fresh && newestCause([fresh.entry]), fresh };
}

/** As soon as the server has its record, although later steps are left. */
function whenSentFromMemory(page: Page, id: string): Promise<Outcome | null> {
  const { memory } = page;
  return new Promise((resolve) => {
    const read = async () => outcomeOf(await memory.find(id));
    const stop = memory.subscribe(() => {
      void read().then((outcome) => outcome?.outcome === 'done' && resolve(outcome));
    });
    void flushMemory(page, id).then(read).then(resolve).finally(stop);
  });
}

/** Sends one entry from memory, after those before it. Without the lock: a person waits for it. */
function flushMemory(page: Page, id: string): Promise<unknown> {
  const { memory } = page;
  const list = async () => (await memory.list()).filter((entry) => entry.id === id);
  page.memoryFlush = page.memoryFlush
    .then(() => page.flush({ ...memory, list }, { eager: true }))
    .catch((error: unknown) => console.warn('Not sent from memory:', error));
  return page.memoryFlush;
}

/** Ends an entry on the device, too: it was stored late, or before its sender's changes. */
async function endStored(page: Page, { id, storing }: Sending): Promise<void> {
  const { queue, memory } = page;
  const follow = async () => {
    const [stored, sent] = [await queue.find(id), await memory.find(id)];
    if (!isEntry(stored) || !sent) return;
    if (!isEntry(sent)) return void (await queue.settle(stored, sent));
    // Read after the entry, whose next step needs it: photographs that are prepared stay so.
    await queue.update(stored, sent, await memory.readFile(id));
  };
  await follow().catch(() => undefined);
  await Promise.all([storing, page.memoryFlush]);
  await follow().catch(() => undefined);
}

/** True if nothing goes on under its id. */
const isMadeAnew = (outcome: Outcome): boolean =>
  (outcome.outcome === 'refused' || outcome.outcome === 'not-stored') &&
  !(outcome.fresh && mayHaveRecord(outcome.fresh.entry));

/** Deletes an entry that is stored late, because its screen makes another one of it. */
async function dropLate({ db, lateStorings }: Page, { id, storing }: Sending): Promise<void> {
  const late = await storing;
  // This page has perhaps stored it again since.
  if (!late || lateStorings.get(id) !== storing) return;
  await withReopen(() =>
    db.transaction('rw', db.entries, db.files, async () => {
      if (!(await db.entries.get(late.id))?.isStored) await removeEntry(db, late.id);
    }),
  ).catch(() => undefined);
}

/** A full disk may lose what waits: without room it is sent from memory. */
export async function provenOutcome(
  page: Page,
  sending: Sending,
  outcome: Outcome,
  fresh: Fresh,
): Promise<Outcome> {
  if (outcome.outcome !== 'waiting') return outcome;
  if (await Promise.race([proveRoom(page.db), page.after(WAITS.store, false)])) return outcome;
  // Its first attempt may have arrived. A full disk may not be readable either.
  const stored = await noteMayHave(page, sending.id, 'record').catch(() => fresh.entry);
  if (!isEntry(stored)) return outcomeOf(stored) ?? outcome;
  const entry = { ...stored, state: DUE, serverMayHave: mostOf(stored.serverMayHave, 'record') };
  page.memory.add({ entry, file: fresh.file });
  return outcomeFromMemory(page, { ...sending, storing: Promise.resolve(null) });
}

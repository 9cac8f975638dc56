import type { VisitorWaitCause, WaitCause } from '../core/domain/reasons.ts';
import { referenceOf } from '../core/domain/submission.ts';
import {
  beginEdit,
  replaced,
  replacedBy,
  replaceEntry,
  returnToForm,
} from '../core/mutations/edit-entry.ts';
import { inPlaceOf, type SubmissionEntry } from '../core/mutations/submission.ts';
import type { SubmissionReceipt } from '../core/mutations/visitor-mutation.ts';
import { newestCause, visitorCause, waitCause } from '../core/outbox/wait-cause.ts';
import {
  attentionOf,
  DUE,
  isEntry,
  mayHaveRecord,
  mostOf,
  outcomeOf,
  type Fresh,
  type Outcome,
  type OutcomeOf,
} from '../core/outbox/entry.ts';
import { createFlushRequester, flush, type Outbox } from '../core/outbox/flush.ts';
import type { MemoryQueue } from '../core/outbox/memory-queue.ts';
import { mutationOf, rateLimitIn } from '../core/outbox/mutation.ts';
import { enqueue, removeEntry, retryEntry } from '../core/outbox/queue.ts';
import { WAITS } from '../core/outbox/waits.ts';
import { isClosed, isFull, onceOpen, withReopen, type Database } from '../core/store/database.ts';
import type { Attention, OutboxEntry, Receipt, Replaced } from '../core/store/device-schema.ts';
import { liveRead } from '../core/store/live-read.ts';
import { proveRoom } from '../core/store/prove-room.ts';

/** A page's surroundings, which the hammer replaces. */
export interface PageOutboxDeps<Ports> extends Outbox<Ports> {
  db: Database;
  /** The second queue, for entries that the device cannot store. */
  memory: MemoryQueue;
  locks: LockManager | undefined;
  /** Resolves with the value once the time has passed. */
  after: <T>(ms: number, value: T) => Promise<T>;
  /** Asks the browser to wake the worker for an entry. */
  requestSync: (id: string) => void;
  /** Called when a submission waits: a browser short of space must not clear it. */
  askToPersist: () => void;
}

/** The id that an entry is stored under. `isSent`: it was sent before, and stays as it was. */
interface Stored {
  id: string;
  isSent: boolean;
}

/** An entry on its way: stored on the device, or in this page's memory. */
interface Sending extends Stored {
  isOnDevice: boolean;
  /** Resolves when a device that was too slow has stored it; with null when it cannot. */
  storing: Promise<Stored | null>;
}

/** The form that a submission comes from. */
export interface SubmittingForm {
  key: string;
  /** The values that are stored under `key` are this form's. */
  ownsStored: boolean;
  /** It was submitted before, and not stored: device and server may have it all the same. */
  isTried: boolean;
  /** The waiting entry that it replaces; null for a new submission. */
  replaces: Replaced | null;
  /** Called when the submission is durable, or cannot become so. */
  onStored: () => void;
  /** Whether the form was left: nothing is handed back to it, because another may have begun. */
  isLeft: () => boolean;
}

/** What the form hands in again with its next submit; `isTried`: this page could not store it. */
type HandBack = Pick<SubmittingForm, 'replaces' | 'isTried'>;

/** The outcome of a submit, with what its form needs besides. */
export type SubmitOutcome =
  /** `alert` resolves with whether the office got its email; null when that cannot be known any more. */
  | (OutcomeOf<'done'> & {
      id: string;
      reference: string;
      alert: Promise<SubmissionReceipt['alert'] | null>;
    })
  /** `needsSender`: it was refused after its form was left, and stays in My requests. */
  | { outcome: 'waiting'; id: string; reference: string; needsSender: boolean }
  /** The form keeps its input. */
  | ({ outcome: 'refused'; attention: Attention } & HandBack)
  | ({
      outcome: 'not-stored';
      cause: VisitorWaitCause | null;
      mayHaveArrived: boolean;
    } & HandBack);

/** A way to store entries, and how long to wait for it; null: as long as it takes. */
interface Storing {
  store: (fresh: Fresh) => Promise<unknown>;
  patienceMs: number | null;
}

/** The outbox of one page: it stores, sends and watches entries of visitors and of staff alike. */
export type PageOutbox = ReturnType<typeof createPageOutbox<never>>;

export function createPageOutbox<Ports>(deps: PageOutboxDeps<Ports>) {
  const { db, queue, memory, mutations, ports, device, locks, after } = deps;
  const requestRun = createFlushRequester(locks, (options) =>
    flush({ queue, mutations, ports, device }, options),
  );
  const flushListeners = new Set<(nextInMs: number | null) => void>();

  /**
   * Asks for a flush of everything due. Never rejects: a browser that cannot read its queue has
   * nothing to send.
   */
  async function requestFlush(options: { eager: boolean }): Promise<void> {
    const { nextInMs } = await requestRun(options).catch((error: unknown) => {
      console.warn('The outbox is unreadable:', error);
      return { nextInMs: isClosed(error) ? WAITS.closed : null };
    });
    for (const listener of flushListeners) listener(nextInMs);
  }

  /** By form: its last submission, which this page could not store, as far as it got. */
  const unstored = new Map<string, Fresh>();
  function takeUnstored(key: string, id: string): Fresh | null {
    const kept = unstored.get(key);
    unstored.delete(key);
    return kept?.entry.id === id ? kept : null;
  }

  /** The newest late storing of each entry of this page. */
  const lateStorings = new Map<string, Sending['storing']>();
  let memoryFlush: Promise<unknown> = Promise.resolve();
  /** Sends one entry from memory, after those before it. Without the lock: a person waits for it. */
  function flushMemory(id: string): Promise<unknown> {
    const list = async () => (await memory.list()).filter((entry) => entry.id === id);
    memoryFlush = memoryFlush
      .then(() => flush({ queue: { ...memory, list }, mutations, ports, device }, { eager: true }))
      .catch((error: unknown) => console.warn('Not sent from memory:', error));
    return memoryFlush;
  }

  /** Why an entry waits; null before a failure, and when the device cannot read it. */
  async function causeOf(id: string): Promise<WaitCause | null> {
    const entries = await queue.list().catch(() => []);
    const entry = entries.find((one) => one.id === id);
    return entry ? waitCause(entry, entries, rateLimitIn(mutations), device.now()) : null;
  }

  /**
   * Stores an entry, or puts it in memory where the device cannot store it, or does not answer in
   * time: some private windows never do.
   */
  async function begin(
    fresh: Fresh,
    store: () => Promise<Stored>,
    patienceMs: number | null,
  ): Promise<Sending> {
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
    const late = storing.then(noteAttempt);
    lateStorings.set(id, late);
    return { id, isSent: false, isOnDevice: false, storing: late };
  }

  /** An attempt from memory may arrive, which the entry stored late does not know. */
  async function noteAttempt(late: Stored | null): Promise<Stored | null> {
    if (late) await noteMayHaveRecord(late.id).catch(() => null);
    return late;
  }

  /** Returns the changed entry; its receipt, or undefined, if there is none any more. */
  async function noteMayHaveRecord(id: string): Promise<OutboxEntry | Receipt | undefined> {
    for (;;) {
      const stored = await queue.find(id);
      if (!isEntry(stored) || mayHaveRecord(stored)) return stored;
      const noted = await queue.update(stored, { serverMayHave: 'record' });
      if (noted) return noted;
    }
  }

  /** The outcome of an entry on its way. Resolves within ten seconds where the device stored it. */
  async function outcomeOfSending(sending: Sending, flushed?: Promise<void>): Promise<Outcome> {
    if (!sending.isOnDevice) return outcomeFromMemory(sending);
    const { id } = sending;
    const read = async () => outcomeOf(await queue.find(id));
    const decided = await Promise.race([
      untilDecided(read),
      (flushed ?? requestFlush({ eager: true })).then(read).catch(ifUnreadable),
      after(WAITS.decision, null),
    ]);
    if (decided && decided.outcome !== 'waiting') return decided;
    return { outcome: 'waiting', cause: await causeOf(id) };
  }

  async function outcomeFromMemory(sending: Sending): Promise<Outcome> {
    const { id, storing } = sending;
    const decided = await whenSentFromMemory(id);
    if (decided?.outcome === 'done') {
      void endStored(sending);
      return decided;
    }
    if (decided?.outcome === 'refused') return { ...decided, fresh: memory.take(id) };
    const late = await Promise.race([storing, after(WAITS.lateStore, null)]);
    const left = memory.take(id);
    if (!late)
      return { outcome: 'not-stored', cause: left && newestCause([left.entry]), fresh: left };
    return outcomeOfSending(Object.assign(sending, late, { isOnDevice: true }));
  }

  /** Ends an entry on the device, too: it was stored late, or before its sender's changes. */
  async function endStored({ id, storing }: Sending): Promise<void> {
    const follow = async () => {
      const [stored, sent] = [await queue.find(id), await memory.find(id)];
      if (!isEntry(stored) || !sent) return;
      if (!isEntry(sent)) return void (await queue.settle(stored, sent));
      // Read after the entry, whose next step needs it: photographs that are prepared stay so.
      await queue.update(stored, sent, await memory.readFile(id));
    };
    await follow().catch(() => undefined);
    await Promise.all([storing, memoryFlush]);
    await follow().catch(() => undefined);
  }

  /** As soon as the server has its record, although later steps are left. */
  function whenSentFromMemory(id: string): Promise<Outcome | null> {
    return new Promise((resolve) => {
      const read = async () => outcomeOf(await memory.find(id));
      const stop = memory.subscribe(() => {
        void read().then((outcome) => outcome?.outcome === 'done' && resolve(outcome));
      });
      void flushMemory(id).then(read).then(resolve).finally(stop);
    });
  }

  /** Deletes an entry that is stored late, because its screen makes another one of it. */
  async function dropLate({ id, storing }: Sending): Promise<void> {
    const late = await storing;
    // This page has perhaps stored it again since.
    if (!late || lateStorings.get(id) !== storing) return;
    await withReopen(() =>
      db.transaction('rw', db.entries, db.files, async () => {
        if (!(await db.entries.get(late.id))?.isStored) await removeEntry(db, late.id);
      }),
    ).catch(() => undefined);
  }

  /** Sends entries, or stores them until they can be sent; `onBegun` is called after each storing. */
  async function sendAll(
    all: Iterable<Fresh> | AsyncIterable<Fresh>,
    { store, patienceMs }: Storing,
    onBegun: (sendings: readonly { isOnDevice: boolean }[]) => void = () => undefined,
  ): Promise<Outcome[]> {
    const sendings: Sending[] = [];
    // One at a time: a large photo takes much memory.
    for await (const fresh of all) {
      const { id } = fresh.entry;
      const stored = () => store(fresh).then(() => ({ id, isSent: false }));
      sendings.push(await begin(fresh, stored, patienceMs));
      if (fresh.entry.userId === null) deps.requestSync(id);
      onBegun(sendings);
    }
    const flushed = requestFlush({ eager: true });
    return Promise.all(
      sendings.map(async (sending) => {
        const outcome = await outcomeOfSending(sending, flushed);
        if (!sending.isOnDevice && isMadeAnew(outcome)) void dropLate(sending);
        return outcome;
      }),
    );
  }

  async function send(fresh: Fresh, storing: Storing): Promise<Outcome> {
    const [outcome] = await sendAll([fresh], storing);
    return outcome ?? { outcome: 'gone' };
  }

  /**
   * Sends a form's submission, or stores it until it can be sent. Resolves within about ten seconds
   * where the browser can store; never rejects for lack of a connection or of storage.
   */
  async function submit(
    fresh: Fresh<SubmissionEntry>,
    form: SubmittingForm,
  ): Promise<SubmitOutcome> {
    const { key, isTried, replaces, ownsStored, onStored } = form;
    const ownId = replaces?.id ?? fresh.entry.id;
    const kept = takeUnstored(key, ownId);
    const formerId = kept || replaces || isTried ? ownId : undefined;
    const sentBefore = formerId === undefined ? fresh : inPlaceOf(formerId, fresh);
    const absent = kept ? replaced(kept, fresh) : sentBefore;
    const store = async (): Promise<Stored> => {
      if (formerId !== undefined) return replaceEntry(db, formerId, key, fresh, absent, ownsStored);
      await enqueue(db, absent, [db.forms, db.formFiles], () => [
        ...(ownsStored ? [db.forms.delete(key)] : []),
        ...(absent.file ? [db.formFiles.delete(key)] : []),
      ]);
      return { id: absent.entry.id, isSent: false };
    };
    const sending = await begin(absent, store, WAITS.store);
    onStored();
    deps.requestSync(sending.id);
    const outcome = await outcomeOfSending(sending);
    return submitted(sending, await provenOutcome(sending, outcome, absent), form);
  }

  /** A full disk may lose what waits: without room it is sent from memory. */
  async function provenOutcome(sending: Sending, outcome: Outcome, fresh: Fresh): Promise<Outcome> {
    if (outcome.outcome !== 'waiting') return outcome;
    if (await Promise.race([proveRoom(db), after(WAITS.store, false)])) return outcome;
    // Its first attempt may have arrived. A full disk may not be readable either.
    const stored = await noteMayHaveRecord(sending.id).catch(() => fresh.entry);
    if (!isEntry(stored)) return outcomeOf(stored) ?? outcome;
    const entry = { ...stored, state: DUE, serverMayHave: mostOf(stored.serverMayHave, 'record') };
    memory.add({ entry, file: fresh.file });
    return outcomeFromMemory({ ...sending, storing: Promise.resolve(null) });
  }

  async function submitted(
    sending: Sending,
    outcome: Outcome,
    { key, replaces, isLeft }: SubmittingForm,
  ): Promise<SubmitOutcome> {
    const { id, isOnDevice, isSent } = sending;
    /** Of an entry that is in no queue any more. */
    const handBack = (kept: Fresh | null) => {
      if (kept) unstored.set(key, kept);
      const mayHaveArrived = kept !== null && mayHaveRecord(kept.entry);
      const next = (mayHaveArrived ? replacedBy(kept) : null) ?? replaces;
      return { mayHaveArrived, replaces: next, isTried: kept !== null };
    };
    const waits = (needsSender: boolean): SubmitOutcome => {
      deps.askToPersist();
      return { outcome: 'waiting', id, reference: referenceOf(id), needsSender };
    };
    switch (outcome.outcome) {
      case 'done':
        return {
          outcome: 'done',
          hasOnlyFormer: outcome.hasOnlyFormer || isSent,
          id,
          reference: referenceOf(id),
          alert: isOnDevice
            ? untilDecided(async () => alertOf(await queue.find(id))).then(({ alert }) => alert)
            : memoryFlush.then(async () => alertOf(await memory.find(id))?.alert ?? null),
        };
      case 'refused': {
        const { attention, fresh = null } = outcome;
        if (!isOnDevice) {
          const { replaces: next, isTried } = handBack(fresh);
          return { outcome: 'refused', attention, replaces: next, isTried };
        }
        if (isLeft()) return waits(true);
        try {
          const known = await queue.find(id);
          const stays = replaces !== null || (isEntry(known) && mayHaveRecord(known));
          const next = await returnToForm(db, id, stays, device.now());
          return next === undefined
            ? waits(false)
            : { outcome: 'refused', attention, replaces: next, isTried: false };
        } catch (error) {
          ifUnreadable(error);
          return waits(true);
        }
      }
      case 'not-stored': {
        const { cause, fresh } = outcome;
        return { outcome: 'not-stored', cause: visitorCause(cause), ...handBack(fresh) };
      }
      default:
        return waits(false);
    }
  }

  /** Makes an entry due now, also one that needs attention, and sends it. */
  async function retry(id: string, changes?: Partial<OutboxEntry>): Promise<void> {
    await retryEntry(queue, id, changes);
    await requestFlush({ eager: true });
  }

  /**
   * Takes an entry back, with its file. False, without a change, when it is gone or cannot be taken
   * back any more, and when the server may have it and its sender was `toldMaybeTooLate: false`: an
   * attempt began since they read that it had not been sent.
   */
  async function undo(id: string, toldMaybeTooLate: boolean): Promise<boolean> {
    const isUndone = await withReopen(() =>
      db.transaction('rw', db.entries, db.files, db.receipts, async () => {
        // With the attempts that a full device could not write down.
        const entry = await queue.find(id);
        const undone = isEntry(entry) && mutationOf(mutations, entry)?.undo(entry, device.now());
        if (!undone || !undone.isPossible || (undone.maybeTooLate && !toldMaybeTooLate))
          return false;
        await removeEntry(db, id);
        if (undone.replacement) await db.entries.add(undone.replacement);
        return true;
      }),
    );
    // Something may have to be removed from the server.
    if (isUndone) void requestFlush({ eager: false });
    return isUndone;
  }

  return {
    queue,
    requestFlush,
    causeOf,
    send,
    sendAll,
    submit,
    retry,
    undo,

    /**
     * Copies a waiting submission into its form; false when it is gone or sent. It waits half an
     * hour for its sender, and is then sent as it was, also after the browser is closed.
     */
    async edit(id: string): Promise<boolean> {
      const isWaiting = await beginEdit(db, id, device.now());
      if (isWaiting) deps.requestSync(id);
      return isWaiting;
    },

    /**
     * Ends an edit without changes: the entry is sent as it was, but for one that was refused, which
     * still needs its sender.
     */
    async endEdit(id: string): Promise<void> {
      const entry = await queue.find(id);
      if (isEntry(entry) && !attentionOf(entry)) await retry(id);
    },

    /**
     * Called after each flush of this page with the ms until the next entry is due; null when none
     * waits.
     */
    onFlushed(listener: (nextInMs: number | null) => void): void {
      flushListeners.add(listener);
    },
  };
}

/**
 * Watches the device until a decision is stored, by this page, another tab or the worker. `read`
 * returns null before that.
 */
const untilDecided = <T>(read: () => Promise<T | null>): Promise<T> =>
  new Promise((resolve) => {
    const subscription = liveRead(read).subscribe(({ value: decided, error }) => {
      if (error !== null) console.warn('What waits could not be read:', error);
      if (decided === undefined || decided === null) return;
      resolve(decided);
      // The first value may come before there is a subscription to stop.
      queueMicrotask(() => subscription.unsubscribe());
    });
  });

/** True if nothing goes on under its id. */
const isMadeAnew = (outcome: Outcome): boolean =>
  (outcome.outcome === 'refused' || outcome.outcome === 'not-stored') &&
  !(outcome.fresh && mayHaveRecord(outcome.fresh.entry));

function ifUnreadable(error: unknown): null {
  if (!isClosed(error) && !isFull(error)) throw error;
  return null;
}

/** Null while the alert is being sent. */
function alertOf(
  stored: OutboxEntry | Receipt | undefined,
): { alert: SubmissionReceipt['alert'] | null } | null {
  if (isEntry(stored)) return null;
  return { alert: (stored as SubmissionReceipt | undefined)?.alert ?? null };
}

import { changeKind, prepare } from '../../core/changes/change-kind.ts';
import {
  createChangeStore,
  createMemoryChangeStore,
  storeChange,
  type ChangeStore,
} from '../../core/changes/change-store.ts';
import * as manage from '../../core/changes/manage-changes.ts';
import { changeOutcome, changeWaitCause, type ChangeOutcome } from '../../core/changes/pending.ts';
import { createDeletion, joined, prepareCreation } from '../../core/changes/prepare-change.ts';
import type { Creation } from '../../core/domain/creation.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { ChangeWaitCause } from '../../core/domain/reasons.ts';
import { DEVICE } from '../../core/outbox/deliver.ts';
import { mayHaveArrived, type PickedFile } from '../../core/outbox/entry.ts';
import { createUnsentEntries, sendOverMemory } from '../../core/outbox/full-device.ts';
import { flush, type FlushOptions } from '../../core/outbox/run.ts';
import { entriesOf } from '../../core/store/admin-entries.ts';
import type { ChangeEntry, CreateEntry, Decided, DeletedRow } from '../../core/store/admin-rows.ts';
import { ifReadable, isFull, onceOpen } from '../../core/store/database.ts';
import { administrator, currentReplica } from '../../runtime/auth/session.ts';
import { createFlusher, whenDecided } from '../../runtime/flusher.ts';
import { db } from '../../runtime/database.ts';
import { noteUpload } from '../../runtime/uploads.ts';
import { adminBackendOf } from '../../runtime/auth/portal-server.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';
import { preparePicture } from '../create/prepare-picture.ts';
import { syncNow } from './sync.ts';
import { bringUpLists } from './use-lists.ts';

/** Flushes a user's changes from this page. */
const flushChanges = (userId: string, store: ChangeStore, options: FlushOptions) =>
  flush(
    changeKind(store, { backend: adminBackendOf(userId), preparePicture, onUpload: noteUpload }),
    DEVICE,
    options,
  );

/** Flushes the signed-in administrator's changes. Only pages do this: the worker has no token. */
export const changeFlusher = createFlusher(async (options) => {
  const user = administrator();
  if (!user) return { waiting: [], nextInMs: null };
  return flushChanges(
    user.id,
    createChangeStore(db, user.id, currentReplica()?.replica ?? null),
    options,
  );
});

/** `not-stored`: this device cannot store it, or nobody is signed in; nothing was sent. */
export type ChangeResult =
  | Exclude<ChangeOutcome, { outcome: 'waiting' }>
  /** Durable on this device. `cause` is null before a failure, for example during a long upload. */
  | { outcome: 'waiting'; cause: ChangeWaitCause | null }
  | { outcome: 'not-stored'; message: string };

const awaited = new Set<string>();

/** True for a change whose screen in this tab waits for its outcome, or has shown it. */
export const isAwaited = (id: string) => awaited.has(id);

/**
 * Deletes rows and their files: hidden at once, and deleted on the server once it agrees. `id`: the
 * deletion's, while it waits.
 */
export async function removeRows(
  entity: Entity,
  rows: DeletedRow[],
  id: string,
): Promise<ChangeResult> {
  const user = administrator();
  if (!user) return NOBODY;
  const entry = createDeletion(entity, rows, user.id, Date.now(), id);
  return finish(await keep(entry, null), changeFlusher.request({ eager: true }));
}

/** A row to add, with its picture as it was picked, or two pictures to join. */
export interface Addition {
  creation: Creation;
  pictures: readonly File[];
}

/**
 * Adds rows to lists, or stores them until they can be sent. Checks the values again. Nothing is
 * done to a picture before all of them are stored; `onStored` is called with the number of those
 * that are stored or of no use.
 */
export async function createAll(
  additions: readonly Addition[],
  onStored: (count: number) => void = () => undefined,
): Promise<ChangeResult[]> {
  const user = administrator();
  if (!user) return additions.map(() => NOBODY);
  const kept: (Kept | ChangeResult)[] = [];
  // One at a time: a large photo takes much memory.
  for (const addition of additions) {
    kept.push(await keepAddition(addition, user.id));
    onStored(kept.filter((one) => !('entry' in one) || !one.unstored).length);
  }
  const flushed = changeFlusher.request({ eager: true });
  let overMemory: Promise<unknown> = flushed;
  return Promise.all(
    kept.map((one) => {
      if (!('entry' in one)) return one;
      if (!one.unstored) return finish(one, flushed);
      const sent = overMemory.then(() => finish(one, flushed));
      overMemory = sent;
      return sent;
    }),
  );
}

/** `createAll` for one row without pictures, or with one; calls `onStored` once it is stored. */
export async function create(
  creation: Creation,
  picture: File | null = null,
  onStored: () => void = () => undefined,
): Promise<ChangeResult> {
  const additions = [{ creation, pictures: picture ? [picture] : [] }];
  const [result = NOBODY] = await createAll(additions, (count) => {
    if (count > 0) onStored();
  });
  return result;
}

async function keepAddition(
  { creation, pictures }: Addition,
  userId: string,
): Promise<Kept | ChangeResult> {
  const originals: PickedFile[] = [];
  for (const picture of pictures) {
    const bytes = await picture.arrayBuffer().catch(() => null);
    if (!bytes?.byteLength) return unusable(PICTURE_PROBLEMS[bytes ? 'empty' : 'unreadable']);
    originals.push({ name: picture.name, type: picture.type, bytes });
  }
  const fresh = prepareCreation(creation, originals, userId, Date.now());
  return fresh ? keep(unsent.takeSame(fresh) ?? fresh, joined(originals)) : INVALID;
}

const unsent = createUnsentEntries<CreateEntry>(({ userId, creation, originals }) => [
  userId,
  creation,
  originals,
]);

const NOBODY: ChangeResult = { outcome: 'not-stored', message: 'Please sign in again.' };
const INVALID: ChangeResult = {
  outcome: 'refused',
  attention: { reason: 'invalid', message: 'Please check what you entered.' },
};
const unusable = (message: string): ChangeResult => ({
  outcome: 'refused',
  attention: { reason: 'file-lost', message },
});

/** How long to wait for a database that cannot be opened. */
const STORE_PATIENCE_MS = 5_000;

/** A change of this page. `unstored`: its bytes, if it is not stored on the device; else null. */
interface Kept {
  entry: ChangeEntry;
  unstored: { bytes: ArrayBuffer | null } | null;
}

/**
 * Stores a change. On a device without room for its picture as it was picked, stores the prepared
 * one.
 */
async function keep(entry: ChangeEntry, bytes: ArrayBuffer | null): Promise<Kept> {
  awaited.add(entry.id);
  const replica = currentReplica()?.replica ?? null;
  const store = (change: ChangeEntry, file: ArrayBuffer | null) =>
    onceOpen(db, STORE_PATIENCE_MS, () => storeChange(db, replica, change, file));
  try {
    await store(entry, bytes).catch(async (error: unknown) => {
      const prepared = isFull(error) ? await prepareAhead(entry, bytes) : null;
      if (!prepared) throw error;
      await store(prepared.entry, prepared.bytes);
    });
    return { entry, unstored: null };
  } catch (error) {
    console.warn('The change could not be stored on this device:', error);
    return { entry, unstored: { bytes } };
  }
}

/** The entry with its picture prepared; null for an entry without one, and for an unusable one. */
async function prepareAhead(
  entry: ChangeEntry,
  bytes: ArrayBuffer | null,
): Promise<{ entry: ChangeEntry; bytes: ArrayBuffer } | null> {
  if (entry.kind === 'delete' || entry.step !== 'prepare' || !bytes) return null;
  const result = await prepare(entry, bytes, preparePicture);
  return result.outcome === 'accepted' && result.bytes
    ? { entry: { ...entry, ...result.changes, step: 'file' }, bytes: result.bytes }
    : null;
}

/**
 * Waits for the outcome of a change, or sends it over memory where it is not stored. A refused
 * creation goes back to its form, so that trying again cannot make two.
 */
async function finish({ entry, unstored }: Kept, flushed: Promise<void>): Promise<ChangeResult> {
  if (unstored) return sendUnstored(entry, unstored.bytes);
  const { id } = entry;
  const result = (await whenDecided(() => readOutcome(id), flushed)) ?? { outcome: 'waiting' };
  if (result.outcome === 'refused') await discardCreation(id);
  if (result.outcome !== 'waiting') return result;
  awaited.delete(id);
  return { outcome: 'waiting', cause: await readCause(entry.userId, id) };
}

/**
 * The cause of a change's wait; null before a failure, and when this device cannot read the change.
 */
async function readCause(userId: string, id: string): Promise<ChangeWaitCause | null> {
  const entries = (await ifReadable(entriesOf(db, userId))) ?? [];
  const entry = entries.find((one) => one.id === id);
  return entry ? changeWaitCause(entry, entries, Date.now()) : null;
}

const notStored = (mayHaveArrived: boolean): ChangeResult => {
  const remedy =
    db.availability === 'available'
      ? 'Free some space on it and try again'
      : 'Its storage does not answer. Try again in a minute';
  return {
    outcome: 'not-stored',
    message: mayHaveArrived
      ? `This may have been added, but our server did not confirm it, and this device could not keep it. ${remedy}: it is added once.`
      : `This device could not keep the change. ${remedy}.`,
  };
};

/** Sends a change that this browser can't store while its screen waits. */
async function sendUnstored(entry: ChangeEntry, bytes: ArrayBuffer | null): Promise<ChangeResult> {
  const replica = currentReplica()?.replica ?? null;
  const { last, outcome } = await sendOverMemory<ChangeEntry, Decided, ChangeOutcome>(
    entry,
    changeOutcome,
    (onChange) =>
      flushChanges(entry.userId, createMemoryChangeStore(entry, bytes, replica, onChange), {
        eager: true,
      }),
  );
  // As it was picked, so that the form's next attempt finds it; the parts that arrived stay there.
  if (entry.kind === 'create' && outcome?.outcome !== 'done')
    unsent.keep({ ...entry, arrival: last.arrival }, bytes);
  if (outcome?.outcome !== 'done' && outcome?.outcome !== 'refused')
    return notStored(mayHaveArrived(last));
  void bringUpLists(true);
  void syncNow();
  return outcome;
}

const readOutcome = (id: string): Promise<ChangeOutcome | null> =>
  db.transaction('r', db.adminEntries, db.changeReceipts, async () =>
    changeOutcome((await db.adminEntries.get(id)) ?? (await db.changeReceipts.get(id))),
  );

/** Undoes a deletion that has not begun; false when it is too late. */
export const takeBackDeletion = (id: string): Promise<boolean> => manage.takeBack(db, id);

/** Sends a creation again that was refused or waits. */
export async function retryCreation(id: string): Promise<void> {
  await manage.retryCreation(db, id);
  await changeFlusher.request({ eager: true });
}

/**
 * Discards a creation and its file; the next flush withdraws the parts that the server may have.
 */
export async function discardCreation(id: string): Promise<void> {
  await manage.discardCreation(db, id, Date.now());
  void changeFlusher.request({ eager: false });
}

/** The number of the signed-in administrator's waiting changes on this device. */
export async function countOwnWaiting(): Promise<number> {
  const user = administrator();
  return user ? (await manage.readWaiting(db, user.id)).count : 0;
}

/**
 * Discards every waiting change of the signed-in administrator; parts that the server may have are
 * withdrawn at their next sign-in.
 */
export async function discardWaiting(): Promise<void> {
  const user = administrator();
  if (user) await manage.discardAll(db, user.id, Date.now());
}

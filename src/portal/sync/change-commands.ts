import { changeKind } from '../../core/changes/change-kind.ts';
import {
  createChangeStore,
  createMemoryChangeStore,
  storeChange,
  type ChangeStore,
} from '../../core/changes/change-store.ts';
import * as manage from '../../core/changes/manage-changes.ts';
import { changeOutcome, changeWaitCause, type ChangeOutcome } from '../../core/changes/pending.ts';
import { createDeletion, prepareCreation } from '../../core/changes/prepare-change.ts';
import type { Creation } from '../../core/domain/creation.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { ChangeWaitCause } from '../../core/domain/reasons.ts';
import { DEVICE } from '../../core/outbox/deliver.ts';
import { mayHaveArrived, type NewFile } from '../../core/outbox/entry.ts';
import { createUnsentEntries, sendOverMemory } from '../../core/outbox/full-device.ts';
import { flush, type FlushOptions } from '../../core/outbox/run.ts';
import { entriesOf } from '../../core/store/admin-entries.ts';
import type { ChangeEntry, CreateEntry, Decided, DeletedRow } from '../../core/store/admin-rows.ts';
import type { ReplicaDatabase } from '../../core/store/replica-database.ts';
import { ifReadable, onceOpen } from '../../core/store/database.ts';
import { administrator, currentReplica } from '../../runtime/auth/session.ts';
import { createFlusher, whenDecided } from '../../runtime/flusher.ts';
import { db } from '../../runtime/database.ts';
import { noteUpload } from '../../runtime/uploads.ts';
import { adminBackendOf } from '../../runtime/auth/portal-server.ts';
import { syncNow } from './sync.ts';

/** Flushes a user's changes from this page. */
const flushChanges = (userId: string, store: ChangeStore, options: FlushOptions) =>
  flush(
    changeKind(store, { backend: adminBackendOf(userId), onUpload: noteUpload }),
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
  return user ? send(createDeletion(entity, rows, user.id, Date.now(), id), null) : NOBODY;
}

/** Adds a row to a list, or stores it until it can be sent. Checks values and file again. */
export async function create(creation: Creation, file: NewFile | null): Promise<ChangeResult> {
  const user = administrator();
  if (!user) return NOBODY;
  const fresh = prepareCreation(creation, file, user.id, Date.now());
  return fresh ? send(unsent.takeSame(fresh) ?? fresh, file?.bytes ?? null) : INVALID;
}

const unsent = createUnsentEntries<CreateEntry>(({ userId, creation }) => [userId, creation]);

const NOBODY: ChangeResult = { outcome: 'not-stored', message: 'Please sign in again.' };
const INVALID: ChangeResult = {
  outcome: 'refused',
  attention: { reason: 'invalid', message: 'Please check what you entered.' },
};

/** How long to wait for a database that cannot be opened. */
const STORE_PATIENCE_MS = 5_000;

/**
 * Stores a change and waits for its outcome. A refused creation goes back to its form, so that
 * trying again cannot make two.
 */
async function send(entry: ChangeEntry, bytes: ArrayBuffer | null): Promise<ChangeResult> {
  const { id } = entry;
  const replica = currentReplica()?.replica ?? null;
  awaited.add(id);
  try {
    await onceOpen(db, STORE_PATIENCE_MS, () => storeChange(db, replica, entry, bytes));
  } catch (error) {
    console.warn('The change could not be stored on this device:', error);
    return sendUnstored(entry, bytes, replica);
  }
  const result = (await whenDecided(
    () => readOutcome(id),
    changeFlusher.request({ eager: true }),
  )) ?? { outcome: 'waiting' };
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
async function sendUnstored(
  entry: ChangeEntry,
  bytes: ArrayBuffer | null,
  replica: ReplicaDatabase | null,
): Promise<ChangeResult> {
  const { last, outcome } = await sendOverMemory<ChangeEntry, Decided, ChangeOutcome>(
    entry,
    changeOutcome,
    (onChange) =>
      flushChanges(entry.userId, createMemoryChangeStore(entry, bytes, replica, onChange), {
        eager: true,
      }),
  );
  if (last.kind === 'create' && outcome?.outcome !== 'done') unsent.keep(last, bytes);
  if (outcome?.outcome !== 'done' && outcome?.outcome !== 'refused')
    return notStored(mayHaveArrived(last));
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

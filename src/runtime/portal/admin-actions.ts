import type { Creation } from '../../core/domain/creation.ts';
import type { Entity } from '../../core/domain/entities.ts';
import { createDeletion, prepareCreation } from '../../core/outbox/admin-entry.ts';
import { storeAdminEntry } from '../../core/outbox/enqueue-admin.ts';
import type { NewFile } from '../../core/outbox/entry.ts';
import * as manage from '../../core/outbox/manage-admin.ts';
import type { AdminEntry, DeleteEntry } from '../../core/store/admin-rows.ts';
import { after } from '../after.ts';
import { administrator } from '../auth/auth.ts';
import { db } from '../outbox.ts';
import { adminFlusher } from './admin-outbox.ts';
import { onAdminDecided } from './decisions.ts';

export type AdminResult =
  | { outcome: 'done' }
  /** Durable on this device; it is done when there is a connection. */
  | { outcome: 'saved'; id: string }
  /** The person discarded it or took it back meanwhile. */
  | { outcome: 'withdrawn' }
  /** A definite no, in the server's words. Nothing is kept. */
  | { outcome: 'refused'; message: string }
  /** This browser can't keep it, or nobody is signed in; nothing was sent. */
  | { outcome: 'not-stored'; message: string };

const PATIENCE_MS = 10_000;
const WORD_MS = 1_000;

const awaited = new Set<string>();

/** True for an entry whose screen in this tab waits for its result. */
export const isAwaited = (id: string) => awaited.has(id);

/** Deletes rows and the files that go with them: hidden at once, gone from the server when it has agreed. */
export async function removeRows(entity: Entity, rows: DeleteEntry['rows']): Promise<AdminResult> {
  const user = administrator();
  return user ? send(createDeletion(entity, rows, user.id, Date.now()), null) : NOBODY;
}

/** Adds something to a list, or keeps it on the device until it can be sent. The values and the file are checked again. */
export async function create(creation: Creation, file: NewFile | null): Promise<AdminResult> {
  const user = administrator();
  if (!user) return NOBODY;
  const entry = prepareCreation(creation, file, user.id, Date.now());
  return entry ? send(entry, file?.bytes ?? null) : { outcome: 'refused', message: 'Please check what you entered.' };
}

const NOBODY: AdminResult = { outcome: 'not-stored', message: 'Please sign in again.' };

async function send(entry: AdminEntry, bytes: ArrayBuffer | null): Promise<AdminResult> {
  try {
    await storeAdminEntry(db, entry, bytes);
  } catch (error) {
    console.warn('The change could not be stored on this device:', error);
    return { outcome: 'not-stored', message: 'This device could not keep the change. Free some space on it and try again.' };
  }
  awaited.add(entry.id);
  try {
    return await resultOf(entry.id);
  } finally {
    awaited.delete(entry.id);
  }
}

/** Waits up to ten seconds for the server's word, whichever tab gets it. */
async function resultOf(id: string): Promise<AdminResult> {
  const { decided, stop } = watch(id);
  const late = after(PATIENCE_MS, id).then(standingOf);
  const result = await Promise.race([decided, flushed(id, decided), late]);
  stop();
  // Handed back to its form, so that trying again can't make two.
  if (result.outcome === 'refused') await discardCreation(id);
  return result;
}

async function flushed(id: string, decided: Promise<AdminResult>): Promise<AdminResult> {
  await adminFlusher.request({ eager: true });
  const standing = await standingOf(id);
  // The word of the tab that sent it may still be on its way.
  return standing.outcome === 'saved' ? standing : Promise.race([decided, after(WORD_MS, standing)]);
}

async function standingOf(id: string): Promise<AdminResult> {
  const entry = await db.adminEntries.get(id);
  if (!entry) return { outcome: 'withdrawn' };
  return entry.attention ? { outcome: 'refused', message: entry.attention.message } : { outcome: 'saved', id };
}

function watch(id: string): { decided: Promise<AdminResult>; stop: () => void } {
  let stop = () => {};
  const decided = new Promise<AdminResult>((resolve) => {
    stop = onAdminDecided(({ entry, decision }) => {
      if (entry.id !== id) return;
      resolve(decision.outcome === 'done' ? { outcome: 'done' } : { outcome: 'refused', message: decision.attention.message });
    });
  });
  return { decided, stop };
}

/** Takes a deletion back that has not begun; false when it is too late. */
export const takeBack = (id: string): Promise<boolean> => manage.takeBack(db, id);

/** Sends a creation again that was refused or rests. */
export async function retryCreation(id: string): Promise<void> {
  await manage.retryCreation(db, id);
  await adminFlusher.request({ eager: true });
}

/** Forgets a creation and its file, and has what was sent of it removed from the server. */
export async function discardCreation(id: string): Promise<void> {
  await manage.discardCreation(db, id, Date.now());
  void adminFlusher.request({ eager: false });
}

/** How many changes of the signed-in administrator wait on this device. */
export async function countWaiting(): Promise<number> {
  const user = administrator();
  return user ? manage.countWaiting(db, user.id) : 0;
}

/** Forgets every change of the signed-in administrator that waits. */
export async function discardWaiting(): Promise<void> {
  const user = administrator();
  if (user) await manage.discardAll(db, user.id);
}

import { createAnswer } from '../../core/changes/answer-kind.ts';
import { prepare } from '../../core/changes/creation-kind.ts';
import { storeChange } from '../../core/changes/change-store.ts';
import * as manage from '../../core/changes/manage-changes.ts';
import {
  createDeletion,
  joinedOriginals,
  prepareCreation,
} from '../../core/changes/prepare-change.ts';
import type { Creation } from '../../core/domain/creation.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { Outcome, PickedFile } from '../../core/outbox/entry.ts';
import { retryEntry } from '../../core/outbox/queue.ts';
import { isCreation } from '../../core/store/admin-entries.ts';
import type { ChangeEntry, DeletedRow } from '../../core/store/admin-rows.ts';
import { isFull } from '../../core/store/database.ts';
import { administrator, currentReplica } from '../../runtime/auth/session.ts';
import { db } from '../../runtime/database.ts';
import { awaited } from '../../runtime/notifications.ts';
import { requestFlush } from '../../runtime/outbox.ts';
import { queue } from '../../runtime/queue.ts';
import { queueEntry, whenSent, type Queued } from '../../runtime/send.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';
import { preparePicture } from '../create/prepare-picture.ts';
import { syncNow } from './sync.ts';
import { bringUpLists } from './use-lists.ts';

/**
 * Deletes rows and their files: hidden at once, and deleted on the server once it agrees. `id`: the
 * deletion's, while it waits.
 */
export async function removeRows(entity: Entity, rows: DeletedRow[], id: string): Promise<Outcome> {
  const user = administrator();
  if (!user) return NOBODY;
  const entry = createDeletion(entity, rows, user.id, Date.now(), id);
  return finish(await queueChange(entry, null), requestFlush({ eager: true }));
}

/** An answer to a booking of this revision, with checked values. */
export interface BookingAnswer {
  booking: { id: string; rev: number };
  values: OfficeAnswerValues;
}

/** Answers bookings, each by an entry of its own: shown at once, and sent once the server agrees. */
export async function answerBookings(answers: readonly BookingAnswer[]): Promise<Outcome[]> {
  const user = administrator();
  if (!user) return answers.map(() => NOBODY);
  const queued: Queued[] = [];
  for (const { booking, values } of answers)
    queued.push(await queueChange(createAnswer(booking, values, user.id, Date.now()), null));
  const flushed = requestFlush({ eager: true });
  return Promise.all(queued.map((one) => finish(one, flushed)));
}

/** Discards a refused answer. */
export const discardAnswer = (id: string): Promise<void> => manage.discardAnswer(db, id);

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
): Promise<Outcome[]> {
  const user = administrator();
  if (!user) return additions.map(() => NOBODY);
  const queued: (Queued | Outcome)[] = [];
  // One at a time: a large photo takes much memory.
  for (const addition of additions) {
    queued.push(await queueAddition(addition, user.id));
    onStored(queued.filter((one) => 'outcome' in one || one.isStored).length);
  }
  const flushed = requestFlush({ eager: true });
  return Promise.all(queued.map((one) => ('outcome' in one ? one : finish(one, flushed))));
}

/** `createAll` for one row without pictures, or with one; calls `onStored` once it is stored. */
export async function create(
  creation: Creation,
  picture: File | null = null,
  onStored: () => void = () => undefined,
): Promise<Outcome> {
  const additions = [{ creation, pictures: picture ? [picture] : [] }];
  const [result = NOBODY] = await createAll(additions, (count) => {
    if (count > 0) onStored();
  });
  return result;
}

async function queueAddition(
  { creation, pictures }: Addition,
  userId: string,
): Promise<Queued | Outcome> {
  const originals: PickedFile[] = [];
  for (const picture of pictures) {
    const bytes = await picture.arrayBuffer().catch(() => null);
    if (!bytes?.byteLength) return unusable(PICTURE_PROBLEMS[bytes ? 'empty' : 'unreadable']);
    originals.push({ name: picture.name, type: picture.type, bytes });
  }
  const fresh = prepareCreation(creation, originals, userId, Date.now());
  if (!fresh) return INVALID;
  const same = queue.memory.takeSame(fresh);
  return queueChange(same?.entry ?? fresh, same?.bytes ?? joinedOriginals(originals));
}

const NOBODY: Outcome = { outcome: 'not-stored', cause: 'signed-out', mayHaveArrived: false };
const INVALID: Outcome = {
  outcome: 'refused',
  attention: { reason: 'invalid', message: 'Please check what you entered.' },
};
const unusable = (message: string): Outcome => ({
  outcome: 'refused',
  attention: { reason: 'file-lost', message },
});

/**
 * Stores a change. On a device without room for its picture as it was picked, stores the prepared
 * one.
 */
function queueChange(entry: ChangeEntry, bytes: ArrayBuffer | null): Promise<Queued> {
  awaited.add(entry.id);
  const replica = currentReplica()?.replica ?? null;
  const store = async () => {
    await storeChange(db, replica, entry, bytes).catch(async (error: unknown) => {
      const prepared = isFull(error) ? await prepareAhead(entry, bytes) : null;
      if (!prepared) throw error;
      await storeChange(db, replica, prepared.entry, prepared.bytes);
    });
    return { id: entry.id, isSent: false };
  };
  return queueEntry(entry, bytes, store, null);
}

/** The entry with its picture prepared; null for an entry without one, and for an unusable one. */
async function prepareAhead(
  entry: ChangeEntry,
  bytes: ArrayBuffer | null,
): Promise<{ entry: ChangeEntry; bytes: ArrayBuffer } | null> {
  if (!isCreation(entry) || entry.step !== 'prepare' || !bytes) return null;
  const result = await prepare(entry, bytes, preparePicture);
  return result.outcome === 'accepted' && result.bytes
    ? { entry: { ...entry, ...result.changes, step: 'file' }, bytes: result.bytes }
    : null;
}

/**
 * Waits for the outcome of a change. A refused answer stays; a refused creation goes back to its form, so that trying again
 * cannot make two.
 */
async function finish(queued: Queued, flushed: Promise<void>): Promise<Outcome> {
  const { id, isStored } = queued;
  const outcome = await whenSent(queued, flushed);
  if (outcome.outcome === 'waiting') awaited.delete(id);
  if (isStored && outcome.outcome === 'refused') await discardCreation(id);
  if (!isStored) await leaveMemory(id, outcome);
  return outcome;
}

/** No live query sees a change that was in memory alone. */
async function leaveMemory(id: string, { outcome }: Outcome): Promise<void> {
  const entry = await queue.find(id).catch(() => undefined);
  // The form's next attempt finds an addition; the parts that arrived stay there.
  if (entry && 'state' in entry && isCreation(entry)) queue.memory.park(id);
  else queue.memory.drop(id);
  if (outcome === 'not-stored') return;
  void bringUpLists(true);
  void syncNow();
}

/** Why nothing was stored, and what to do. */
export function notStoredText({
  cause,
  mayHaveArrived,
}: Extract<Outcome, { outcome: 'not-stored' }>): string {
  if (cause === 'signed-out') return 'Please sign in again.';
  const remedy =
    db.availability === 'available'
      ? 'Free some space on it and try again'
      : 'Its storage does not answer. Try again in a minute';
  return mayHaveArrived
    ? `This may have been added, but our server did not confirm it, and this device could not keep it. ${remedy}: it is added once.`
    : `This device could not keep the change. ${remedy}.`;
}

/** Undoes a deletion or an answer that has not begun; false when it is too late. */
export const takeBackChange = (id: string): Promise<boolean> => manage.takeBack(db, id);

/** Sends a creation again that was refused or waits. */
export async function retryCreation(id: string): Promise<void> {
  await retryEntry(queue, id);
  await requestFlush({ eager: true });
}

/**
 * Discards a creation and its file; the next flush withdraws the parts that the server may have.
 */
export async function discardCreation(id: string): Promise<void> {
  await manage.discardCreation(db, id, Date.now());
  void requestFlush({ eager: false });
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

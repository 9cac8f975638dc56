import {
  createAddition,
  prepareAddition,
  type AdditionEntry,
} from '../../core/mutations/addition.ts';
import type { AdminEntry } from '../../core/mutations/admin-mutation.ts';
import { createDeletion } from '../../core/mutations/deletion.ts';
import { createOfficeAnswer } from '../../core/mutations/office-answer.ts';
import { discardAll, readWaiting } from '../../core/mutations/pending.ts';
import type { RemovedRow } from '../../core/mutations/row-removal.ts';
import { storeAdminEntry } from '../../core/mutations/store-admin-entry.ts';
import type { Creation } from '../../core/domain/creation.ts';
import type { Entity } from '../../core/domain/entities.ts';
import type { OfficeAnswerValues } from '../../core/domain/office-answer.ts';
import {
  mayHaveRecord,
  type Fresh,
  type Outcome,
  type OutcomeOf,
  type PickedFile,
} from '../../core/outbox/entry.ts';
import { isFull } from '../../core/store/database.ts';
import { administrator, currentReplica } from '../../runtime/auth/session.ts';
import { db } from '../../runtime/database.ts';
import { awaited } from '../../runtime/notifications.ts';
import { outbox } from '../../runtime/outbox.ts';
import { PICTURE_PROBLEMS } from '../create/picture-texts.ts';
import { preparePicture } from '../create/prepare-picture.ts';
import { syncNow } from './sync.ts';
import { bringUpLists, currentLists } from './use-lists.ts';

/** The visits on this device that the server deletes with these bookings. */
function visitsWith(rows: readonly RemovedRow[]): RemovedRow[] {
  const removed = new Set(rows.map(({ id }) => id));
  return currentLists()
    .tables.bookings.rows.filter(
      ({ id, series }) => series !== null && removed.has(series) && !removed.has(id),
    )
    .map(({ id }) => ({ id, path: null }));
}

/**
 * Deletes rows and their files, and the visits of bookings: hidden at once, and deleted on the server
 * once it agrees. `id`: the deletion's, while it waits.
 */
export async function removeRows(entity: Entity, rows: RemovedRow[], id: string): Promise<Outcome> {
  const user = administrator();
  if (!user) return NOBODY;
  const all = entity === 'bookings' ? [...rows, ...visitsWith(rows)] : rows;
  const [outcome = NOBODY] = await sendAll([createDeletion(entity, all, user.id, Date.now(), id)]);
  return outcome;
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
  return sendAll(
    answers.map(({ booking, values }) => ({
      entry: createOfficeAnswer(booking, values, user.id, Date.now()),
      file: null,
    })),
  );
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
): Promise<Outcome[]> {
  const user = administrator();
  if (!user) return additions.map(() => NOBODY);
  const entries: AdditionEntry[] = [];
  const all: (AdditionEntry | Outcome)[] = [];
  async function* read() {
    for (const addition of additions) {
      const fresh = await readAddition(addition, user?.id ?? '');
      all.push('entry' in fresh ? fresh.entry : fresh);
      if (!('entry' in fresh)) continue;
      entries.push(fresh.entry);
      yield fresh;
    }
  }
  const useless = () => all.length - entries.length;
  const outcomes = await sendAll(read(), (stored) => onStored(useless() + stored));
  for (const [place, outcome] of outcomes.entries()) {
    const entry = entries[place];
    if (!entry) continue;
    // A refused one goes back to its form, so that trying again cannot make two.
    if (outcome.outcome === 'refused') await outbox.undo(entry.id, true);
  }
  return all.map((one) => ('outcome' in one ? one : (outcomes[entries.indexOf(one)] ?? NOBODY)));
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

const contentOf = ({ entry: { creation, originals } }: Fresh<AdditionEntry>) =>
  JSON.stringify([creation, originals]);

async function readAddition(
  { creation, pictures }: Addition,
  userId: string,
): Promise<Fresh<AdditionEntry> | Outcome> {
  const originals: PickedFile[] = [];
  for (const picture of pictures) {
    const bytes = await picture.arrayBuffer().catch(() => null);
    if (!bytes?.byteLength) return unusable(PICTURE_PROBLEMS[bytes ? 'empty' : 'unreadable']);
    originals.push({ name: picture.name, type: picture.type, bytes });
  }
  const fresh = createAddition(creation, originals, userId, Date.now());
  if (!fresh) return INVALID;
  return outbox.tryAgainAs(fresh, (kept) => contentOf(kept) === contentOf(fresh));
}

const NOBODY: Outcome = { outcome: 'not-stored', cause: 'signed-out', fresh: null };
const INVALID: Outcome = {
  outcome: 'refused',
  attention: { reason: 'invalid', message: 'Please check what you entered.' },
};
const unusable = (message: string): Outcome => ({
  outcome: 'refused',
  attention: { reason: 'file-lost', message },
});

/** `onBegun` is called with the number of entries that the device has stored so far. */
async function sendAll(
  all: Iterable<Fresh<AdminEntry>> | AsyncIterable<Fresh<AdminEntry>>,
  onBegun: (stored: number) => void = () => undefined,
): Promise<Outcome[]> {
  const ids: string[] = [];
  let isAllStored = true;
  async function* noted() {
    for await (const fresh of all) {
      ids.push(fresh.entry.id);
      awaited.add(fresh.entry.id);
      yield fresh;
    }
  }
  const outcomes = await outbox.sendAll(noted(), { store, patienceMs: null }, (begun) => {
    const stored = begun.filter(({ isOnDevice }) => isOnDevice).length;
    isAllStored = stored === begun.length;
    onBegun(stored);
  });
  for (const [place, { outcome }] of outcomes.entries())
    if (outcome === 'waiting') awaited.delete(ids[place] ?? '');
  // No live query sees an entry that was in memory alone.
  if (!isAllStored) {
    void bringUpLists(true);
    void syncNow();
  }
  return outcomes;
}

/** On a device without room for a picture as it was picked, stores the prepared one. */
async function store(fresh: Fresh): Promise<void> {
  const replica = currentReplica()?.replica ?? null;
  const put = (one: Fresh) => storeAdminEntry(db, replica, one as Fresh<AdminEntry>);
  await put(fresh).catch(async (error: unknown) => {
    const prepared = isFull(error) ? await prepareAhead(fresh as Fresh<AdditionEntry>) : null;
    if (!prepared) throw error;
    await put(prepared);
  });
}

/** The entry with its picture prepared; null for an entry without one, and for an unusable one. */
async function prepareAhead({ entry, file }: Fresh<AdditionEntry>): Promise<Fresh | null> {
  if (entry.step !== 'prepare' || !file) return null;
  const result = await prepareAddition(entry, file, preparePicture);
  return result.outcome === 'accepted' && result.file
    ? { entry: { ...entry, ...result.changes, step: 'file' }, file: result.file }
    : null;
}

/** Why nothing was stored, and what to do. */
export function notStoredText({ cause, fresh }: OutcomeOf<'not-stored'>): string {
  if (cause === 'signed-out') return 'Please sign in again.';
  const remedy =
    db.availability === 'available'
      ? 'Free some space on it and try again'
      : 'Its storage does not answer. Try again in a minute';
  return fresh && mayHaveRecord(fresh.entry)
    ? `This may have been added, but our server did not confirm it, and this device could not keep it. ${remedy}: it is added once.`
    : `This device could not keep the change. ${remedy}.`;
}

/** The number of the signed-in administrator's waiting entries on this device. */
export async function countOwnWaiting(): Promise<number> {
  const user = administrator();
  return user ? (await readWaiting(db, user.id)).count : 0;
}

/**
 * Discards every waiting entry of the signed-in administrator; parts that the server may have are
 * removed at their next sign-in.
 */
export async function discardWaiting(): Promise<void> {
  const user = administrator();
  if (user) await discardAll(db, user.id, Date.now());
}

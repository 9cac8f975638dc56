import { checkResume } from '../core/domain/resume.ts';
import type { WaitCause } from '../core/domain/reasons.ts';
import { dayOf, referenceOf, type Submission } from '../core/domain/submission.ts';
import { visitorCause } from '../core/outbox/backoff.ts';
import { WAITS } from '../core/outbox/waits.ts';
import { DUE, furthest, mayHaveArrived, type NewFile, type Outcome } from '../core/outbox/entry.ts';
import type { Edits, SubmissionEntry, SubmissionReceipt } from '../core/store/rows.ts';
import { proveRoom } from '../core/store/prove-room.ts';
import { returnToForm } from '../core/submissions/manage-requests.ts';
import {
  editedEntry,
  prepareEntry,
  storeEdit,
  storeEntry,
  underId,
} from '../core/submissions/new-submission.ts';
import { isSubmissionReceipt } from '../core/submissions/submission-kind.ts';
import { after } from './listeners.ts';
import { askToPersistOnce } from './storage.ts';
import { requestSync } from './worker.ts';
import { awaited } from './notifications.ts';
import { db } from './database.ts';
import type { Unstored } from '../core/outbox/queue.ts';
import { queue } from './queue.ts';
import {
  followLate,
  queueEntry,
  untilDecided,
  whenSent,
  type Queued,
  type StoredAs,
} from './send.ts';

type As<O extends Outcome['outcome']> = Extract<Outcome, { outcome: O }>;

/** The outcome of a submit, with what its form needs besides. */
export type SubmitOutcome =
  /** `alert` resolves with whether the office got its email; null when that cannot be known any more. */
  | (As<'done'> & {
      id: string;
      reference: string;
      alert: Promise<SubmissionReceipt['alert'] | null>;
    })
  /** `needsSender`: it was refused after its form was left, and stays in My requests. */
  | { outcome: 'waiting'; id: string; reference: string; needsSender: boolean }
  /**
   * The form keeps its input. `edits`: the entry that the next submit replaces, because an earlier
   * attempt may have arrived.
   */
  | (As<'refused'> & { edits: Edits | null })
  | (As<'not-stored'> & { cause: WaitCause | null; edits: Edits });

/** The form that submits. */
interface Submitter {
  /** The form's draft: the id that a new submission gets, and whether the stored draft is this one. */
  draft: { id: string; isStored: boolean };
  /** Called when the submission is durable, or cannot become so. */
  onStored: () => void;
  /** Whether the form was left: nothing is handed back to it, because another may have begun. */
  isLeft: () => boolean;
}

/**
 * Sends a submission, or stores it until it can be sent. One that `edits` a waiting entry replaces
 * it under its id. Resolves within about ten seconds where the browser can store; never rejects for
 * lack of a connection or of storage.
 */
export async function submit(
  submission: Submission,
  file: File | null,
  edits: Edits | null,
  { draft, onStored, isLeft }: Submitter,
): Promise<SubmitOutcome> {
  const picked = file && (await readFile(file));
  if (file && !picked) return refuse('file-refused', edits);
  const fresh = prepareEntry(submission, picked, Date.now(), edits ? undefined : draft.id);
  if (!fresh) return refuse('invalid', edits);
  const again = againOf(fresh, picked, edits);
  const { entry, bytes } = again ?? { entry: fresh, bytes: picked?.bytes ?? null };
  // Under any of its ids, its form in this tab shows the result.
  const ids = [fresh.id, entry.id, ...(edits ? [edits.id] : [])];
  for (const id of ids) awaited.add(id);
  const store = (): Promise<StoredAs> =>
    edits
      ? storeEdit(db, edits.id, entry, picked, Date.now())
      : storeEntry(db, entry, bytes, draft.isStored).then(() => ({ id: entry.id, isSent: false }));
  const inMemory = again || !edits ? entry : underId(edits.id, fresh);
  const queued = await queueEntry(inMemory, bytes, store, WAITS.store);
  onStored();
  void requestSync(queued.id);
  const result = await resultOf(queued, { entry: inMemory, bytes, edits, isLeft });
  if (result.outcome !== 'done') for (const id of ids) awaited.delete(id);
  // It waits, so a browser short of space must not clear it.
  if (result.outcome === 'waiting') askToPersistOnce();
  return result;
}

/**
 * The entry that this page could neither store nor send, under its id, when the same content is
 * submitted again, or content that `edits` it. Null for a new submission.
 */
function againOf(
  fresh: SubmissionEntry,
  file: NewFile | null,
  edits: Edits | null,
): Unstored<SubmissionEntry> | null {
  const bytes = file?.bytes ?? null;
  const same = queue.memory.takeSame(fresh);
  if (same) return { entry: same.entry, bytes };
  const old = edits && queue.memory.take(edits.id);
  if (!old) return null;
  const entry = editedEntry(
    old.entry as SubmissionEntry,
    fresh.submission,
    file,
    old.bytes,
    Date.now(),
  );
  return { entry, bytes: bytes ?? old.bytes };
}

/** Waits for the entry's outcome, and deals with it as its form needs it. */
async function resultOf(
  queued: Queued,
  form: Unstored<SubmissionEntry> & { edits: Edits | null; isLeft: () => boolean },
): Promise<SubmitOutcome> {
  const outcome = await whenSent(queued);
  switch (outcome.outcome) {
    case 'done':
      followLate(queued);
      return {
        outcome: 'done',
        hadArrived: outcome.hadArrived || queued.isSent,
        id: queued.id,
        reference: referenceOf(queued.id),
        alert: untilDecided(() => readAlert(queued.id)).then(({ alert }) => alert),
      };
    case 'refused':
      return giveBack(queued, outcome, form.edits !== null, form.isLeft);
    case 'not-stored':
      return notStored(queued, outcome);
    default: {
      const proven = outcome.outcome === 'gone' || (await hasRoom());
      if (proven) return waits(queued.id, false);
      // A full disk may not be readable either.
      const entry = await queue.find(queued.id).catch(() => form.entry);
      if (!entry || !('state' in entry)) return waits(queued.id, false);
      // Its first attempt may have arrived.
      const arrival = furthest(entry.arrival, 'possible');
      queue.memory.add({ ...entry, state: DUE, arrival }, form.bytes);
      return resultOf({ ...queued, isStored: false, storing: Promise.resolve(null) }, form);
    }
  }
}

const hasRoom = () => Promise.race([proveRoom(db), after(WAITS.store, false)]);

const waits = (id: string, needsSender: boolean): SubmitOutcome => ({
  outcome: 'waiting',
  id,
  reference: referenceOf(id),
  needsSender,
});

/**
 * Hands a refused entry back to its form, so that a second submit cannot make two. `isPromised`: its
 * sender was shown its reference before.
 */
async function giveBack(
  queued: Queued,
  refused: Extract<Outcome, { outcome: 'refused' }>,
  isPromised: boolean,
  isLeft: () => boolean,
): Promise<SubmitOutcome> {
  const { id, isStored } = queued;
  if (isStored) {
    if (isLeft()) return waits(id, true);
    const edits = await returnToForm(db, id, isPromised, Date.now());
    return edits === undefined ? waits(id, false) : { ...refused, edits };
  }
  const edits = await parkForEdit(id);
  followLate(queued);
  return { ...refused, edits };
}

async function notStored(
  queued: Queued,
  { cause, ...outcome }: Extract<Outcome, { outcome: 'not-stored' }>,
): Promise<SubmitOutcome> {
  const { id } = queued;
  const edits = (await parkForEdit(id, true)) ?? { id, keepsFile: false, day: null };
  followLate(queued);
  return { ...outcome, edits, cause: visitorCause(cause) };
}

/**
 * Takes an entry in memory from the flush, for its form. Null where nothing of it can have arrived,
 * unless `always`: then it is forgotten.
 */
async function parkForEdit(id: string, always = false): Promise<Edits | null> {
  const entry = await queue.find(id);
  const isPossible = entry !== undefined && 'state' in entry && mayHaveArrived(entry);
  if (!isPossible && !always) {
    queue.memory.drop(id);
    return null;
  }
  queue.memory.park(id);
  if (!entry || !('submission' in entry)) return null;
  const { submission, file } = entry as SubmissionEntry;
  return { id, keepsFile: isPossible && file !== null, day: dayOf(submission) };
}

const refuse = (reason: 'file-refused' | 'invalid', edits: Edits | null): SubmitOutcome => ({
  outcome: 'refused',
  attention: { reason, message: '' },
  edits,
});

async function readFile(file: File): Promise<NewFile | null> {
  const bytes = await file.arrayBuffer();
  const check = checkResume(new Uint8Array(bytes));
  return check.ok ? { name: file.name, bytes, type: check.type, extension: check.extension } : null;
}

async function readAlert(id: string) {
  const current = await queue.find(id);
  if (!current) return { alert: null };
  if ('state' in current) return null;
  return { alert: isSubmissionReceipt(current) ? current.alert : null };
}

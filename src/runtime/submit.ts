import { checkResume } from '../core/domain/resume.ts';
import { referenceOf, type Submission } from '../core/domain/submission.ts';
import { furthest, type NewFile } from '../core/outbox/entry.ts';
import type { Attention, Edits, SubmissionEntry, Receipt } from '../core/store/rows.ts';
import { onceOpen } from '../core/store/database.ts';
import { proveRoom } from '../core/store/prove-room.ts';
import { discardEntry, returnToForm } from '../core/submissions/manage-requests.ts';
import {
  prepareEntry,
  storeEdit,
  storeEntry,
  underId,
} from '../core/submissions/new-submission.ts';
import { submissionOutcome } from '../core/submissions/requests.ts';
import { after } from './listeners.ts';
import { askToPersistOnce } from './storage.ts';
import { requestSync } from './worker.ts';
import { awaited } from './notifications.ts';
import { db } from './database.ts';
import { requestFlush } from './outbox.ts';
import { forgetUnsent, sendUnstored, takeUnsent } from './send-unstored.ts';
import type { SubmitOutcome } from './submit-outcome.ts';
import { untilDecided, whenDecided } from './flusher.ts';

const STORE_PATIENCE_MS = 3_000;
/** A submission that could not be sent either waits longer for the storage. */
const LATE_STORE_PATIENCE_MS = 7_000;

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
  const unsent = takeUnsent(fresh, picked, edits);
  // Under any of its ids, its form in this tab shows the result.
  const ids = [fresh.id, edits?.id, unsent?.id].filter((id) => id !== undefined);
  for (const id of ids) awaited.add(id);
  const storing = store(unsent ?? fresh, picked, edits, draft.isStored);
  let stored = await Promise.race([storing, after(STORE_PATIENCE_MS, null)]);
  onStored();
  let result = stored
    ? await sendStored(stored.id, edits !== null, isLeft)
    : await sendUnstored(unsent ?? inPlaceOf(edits, fresh), picked?.bytes ?? null);
  // Refused over memory, it is back in its form: a storage that answers late must not send it
  // again.
  if (!stored && !edits && result.outcome === 'refused' && !result.edits)
    void storing.then(discardLate).catch(() => undefined);
  if (result.outcome === 'not-stored') {
    stored = await Promise.race([storing, after(LATE_STORE_PATIENCE_MS, null)]);
    if (stored) {
      forgetUnsent(result.edits.id);
      result = await sendStored(stored.id, edits !== null, isLeft);
    }
  }
  if (result.outcome === 'waiting' && !result.needsSender && !(await hasRoom())) {
    const sent = edits ? underId(result.id, fresh) : (unsent ?? fresh);
    // Its first attempt may have arrived.
    const arrival = furthest(sent.arrival, 'possible');
    result = await sendUnstored({ ...sent, arrival }, picked?.bytes ?? null);
  }
  if (result.outcome !== 'done') for (const id of ids) awaited.delete(id);
  // It waits, so a browser short of space must not clear it.
  if (result.outcome === 'waiting') askToPersistOnce();
  return result.outcome === 'done' && stored?.isSent ? { ...result, hadArrived: true } : result;
}

const hasRoom = () => Promise.race([proveRoom(db), after(STORE_PATIENCE_MS, false)]);

const discardLate = (late: { id: string } | null) => late && discardEntry(db, late.id, true);

const refuse = (reason: Attention['reason'], edits: Edits | null): SubmitOutcome => ({
  outcome: 'refused',
  attention: { reason, message: '' },
  edits,
});

const inPlaceOf = (edits: Edits | null, fresh: SubmissionEntry) =>
  edits ? underId(edits.id, fresh) : fresh;

async function readFile(file: File): Promise<NewFile | null> {
  const bytes = await file.arrayBuffer();
  const check = checkResume(new Uint8Array(bytes));
  return check.ok ? { name: file.name, bytes, type: check.type, extension: check.extension } : null;
}

/** Null when this browser cannot store. Some private windows never answer IndexedDB requests. */
function store(
  entry: SubmissionEntry,
  file: NewFile | null,
  edits: Edits | null,
  hasDraft: boolean,
): Promise<{ id: string; isSent: boolean } | null> {
  const storing = async () =>
    edits
      ? storeEdit(db, edits.id, entry, file, Date.now())
      : storeEntry(db, entry, file?.bytes ?? null, hasDraft).then(() => ({
          id: entry.id,
          isSent: false,
        }));
  return onceOpen(db, LATE_STORE_PATIENCE_MS, storing).catch((error: unknown) => {
    console.warn('Not stored on this device:', error);
    return null;
  });
}

/**
 * Sends a stored entry, and waits for its outcome. `isPromised`: its sender was shown its reference
 * before.
 */
async function sendStored(
  id: string,
  isPromised: boolean,
  isLeft: () => boolean,
): Promise<SubmitOutcome> {
  void requestSync(id);
  const decided = await whenDecided(
    async () => {
      const current = await readCurrent(id);
      return current ? submissionOutcome(current) : null;
    },
    requestFlush({ eager: true }),
  );
  const reference = referenceOf(id);
  if (decided?.outcome === 'done')
    return {
      ...decided,
      id,
      reference,
      alert: untilDecided(() => readAlert(id)).then(({ alert }) => alert),
    };
  if (decided?.outcome === 'refused' && isLeft())
    return { outcome: 'waiting', id, reference, needsSender: true };
  // Handed back to its form, so that a second submit cannot make two.
  const edits =
    decided?.outcome === 'refused' ? await returnToForm(db, id, isPromised, Date.now()) : undefined;
  if (decided?.outcome === 'refused' && edits !== undefined) return { ...decided, edits };
  return { outcome: 'waiting', id, reference, needsSender: false };
}

const readCurrent = (id: string): Promise<SubmissionEntry | Receipt | undefined> =>
  db.transaction(
    'r',
    db.entries,
    db.receipts,
    async () => (await db.entries.get(id)) ?? db.receipts.get(id),
  );

async function readAlert(id: string): Promise<{ alert: Receipt['alert'] | null } | null> {
  const current = await readCurrent(id);
  if (!current) return { alert: null };
  return 'alert' in current ? { alert: current.alert } : null;
}

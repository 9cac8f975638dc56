import { checkResume } from '../core/domain/resume.ts';
import { referenceOf, type Submission } from '../core/domain/submission.ts';
import type { NewFile } from '../core/outbox/entry.ts';
import type { Attention, Edits, SubmissionEntry, Receipt } from '../core/store/rows.ts';
import { onceOpen } from '../core/store/database.ts';
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
/** What could not be sent either is worth some more. */
const LATE_STORE_PATIENCE_MS = 7_000;

/** The form that submits. */
interface Submitter {
  /** Hears when the submission is durable, or is known not to become so. */
  onStored: () => void;
  /** Whether the form is gone: nothing is handed back to it then, where another one may have begun. */
  isLeft: () => boolean;
}

/**
 * Sends a submission, or keeps it on the device until it can be sent; one that `edits` a waiting entry takes its place and its
 * id. Resolves within about ten seconds where the browser can store; never rejects for lack of a connection or of storage.
 */
export async function submit(
  submission: Submission,
  file: File | null,
  edits: Edits | null,
  { onStored, isLeft }: Submitter,
): Promise<SubmitOutcome> {
  const picked = file && (await readFile(file));
  if (file && !picked) return refuse('file-refused', edits);
  const fresh = prepareEntry(submission, picked, Date.now());
  if (!fresh) return refuse('invalid', edits);
  const unsent = takeUnsent(fresh, picked, edits);
  // In this tab, whichever of the ids it is sent under.
  const ids = [fresh.id, edits?.id, unsent?.id].filter((id) => id !== undefined);
  for (const id of ids) awaited.add(id);
  const storing = store(unsent ?? fresh, picked, edits);
  let stored = await Promise.race([storing, after(STORE_PATIENCE_MS, null)]);
  onStored();
  let result = stored
    ? await sendStored(stored.id, edits !== null, isLeft)
    : await sendUnstored(unsent ?? inPlaceOf(edits, fresh), picked?.bytes ?? null);
  // Refused over memory, it is back in its form: a storage that answers late must not send it again.
  if (!stored && !edits && result.outcome === 'refused' && !result.edits)
    void storing.then(discardLate).catch(() => undefined);
  if (result.outcome === 'not-stored') {
    stored = await Promise.race([storing, after(LATE_STORE_PATIENCE_MS, null)]);
    if (stored) {
      forgetUnsent(result.edits.id);
      result = await sendStored(stored.id, edits !== null, isLeft);
    }
  }
  if (result.outcome !== 'done') for (const id of ids) awaited.delete(id);
  // It waits, so a browser short of space must not clear it.
  if (result.outcome === 'waiting') askToPersistOnce();
  return result.outcome === 'done' && stored?.isSent ? { ...result, hadArrived: true } : result;
}

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

/** Null when this browser can't store. Some private windows leave IndexedDB hanging: then there is no answer at all. */
function store(
  entry: SubmissionEntry,
  file: NewFile | null,
  edits: Edits | null,
): Promise<{ id: string; isSent: boolean } | null> {
  const storing = async () =>
    edits
      ? storeEdit(db, edits.id, entry, file, Date.now())
      : storeEntry(db, entry, file?.bytes ?? null).then(() => ({ id: entry.id, isSent: false }));
  return onceOpen(db, LATE_STORE_PATIENCE_MS, storing).catch((error: unknown) => {
    console.warn('Not stored on this device:', error);
    return null;
  });
}

/**
 * Sends an entry that is safe in the database, and waits for what becomes of it. `isPromised`: its sender was told its reference
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
  // Handed back to its form, so that a second submit can't make two.
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

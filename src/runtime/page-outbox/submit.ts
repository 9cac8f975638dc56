import type { VisitorWaitCause } from '../../core/domain/reasons.ts';
import { referenceOf } from '../../core/domain/reference.ts';
import {
  replaced,
  replacedBy,
  replaceEntry,
  returnToForm,
} from '../../core/mutations/edit-entry.ts';
import { inPlaceOf, type SubmissionEntry } from '../../core/mutations/submission.ts';
import type { SubmissionReceipt } from '../../core/mutations/visitor-mutation.ts';
import {
  isEntry,
  mayHaveRecord,
  type Fresh,
  type Outcome,
  type OutcomeOf,
} from '../../core/outbox/entry.ts';
import { enqueue } from '../../core/outbox/queue.ts';
import { visitorCause } from '../../core/outbox/wait-cause.ts';
import { WAITS } from '../../core/outbox/waits.ts';
import type { Attention, OutboxEntry, Receipt, Replaced } from '../../core/store/device-schema.ts';
import {
  begin,
  ifUnreadable,
  outcomeOfSending,
  provenOutcome,
  untilDecided,
  type Page,
  type Sending,
  type Stored,
} from './send.ts';

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

/**
 * Sends a form's submission, or stores it until it can be sent. Resolves within about ten seconds
 * where the browser can store; never rejects for lack of a connection or of storage.
 */
export async function submit(
  page: Page,
  fresh: Fresh<SubmissionEntry>,
  form: SubmittingForm,
): Promise<SubmitOutcome> {
  const { absent, store } = storingOf(page, fresh, form);
  const sending = await begin(page, absent, store, WAITS.store);
  form.onStored();
  page.requestSync(sending.id);
  const outcome = await outcomeOfSending(page, sending);
  return submitted(page, sending, await provenOutcome(page, sending, outcome, absent), form);
}

/** How a form's submission is stored. `absent`: its entry where this device has none under its id. */
function storingOf(
  page: Page,
  fresh: Fresh<SubmissionEntry>,
  { key, isTried, replaces, ownsStored }: SubmittingForm,
): { absent: Fresh; store: () => Promise<Stored> } {
  const { db, unstored } = page;
  const ownId = replaces?.id ?? fresh.entry.id;
  const kept = unstored.get(ownId);
  unstored.delete(ownId);
  if (kept || replaces || isTried) {
    const absent = kept ? replaced(kept, fresh) : inPlaceOf(ownId, fresh);
    return { absent, store: () => replaceEntry(page, ownId, key, fresh, absent, ownsStored) };
  }
  const store = async () => {
    await enqueue(db, fresh, [db.forms, db.formFiles], () => [
      ...(ownsStored ? [db.forms.delete(key)] : []),
      ...(fresh.file ? [db.formFiles.delete(key)] : []),
    ]);
    return { id: ownId, isSent: false };
  };
  return { absent: fresh, store };
}

/** The outcome as the form reads it. */
async function submitted(
  page: Page,
  sending: Sending,
  outcome: Outcome,
  form: SubmittingForm,
): Promise<SubmitOutcome> {
  const { id } = sending;
  switch (outcome.outcome) {
    case 'done':
      return {
        outcome: 'done',
        hasOnlyFormer: outcome.hasOnlyFormer || sending.isSent,
        id,
        reference: referenceOf(id),
        alert: whenAlerted(page, sending),
      };
    case 'refused':
      return refused(page, sending, outcome, form);
    case 'not-stored': {
      const { cause, fresh } = outcome;
      return {
        outcome: 'not-stored',
        cause: visitorCause(cause),
        mayHaveArrived: fresh !== null && mayHaveRecord(fresh.entry),
        ...handBack(fresh, form),
      };
    }
    default:
      return waits(page, id, false);
  }
}

function whenAlerted(
  { queue, memory, memoryFlush }: Page,
  { id, isOnDevice }: Sending,
): Promise<SubmissionReceipt['alert'] | null> {
  if (isOnDevice)
    return untilDecided(async () => alertOf(await queue.find(id))).then(({ alert }) => alert);
  return memoryFlush.then(async () => alertOf(await memory.find(id))?.alert ?? null);
}

/** Null while the alert is being sent. */
function alertOf(
  stored: OutboxEntry | Receipt | undefined,
): { alert: SubmissionReceipt['alert'] | null } | null {
  if (isEntry(stored)) return null;
  return { alert: (stored as SubmissionReceipt | undefined)?.alert ?? null };
}

/** Hands a refused submission back to its open form. */
async function refused(
  page: Page,
  { id, isOnDevice }: Sending,
  { attention, fresh = null }: OutcomeOf<'refused'>,
  form: SubmittingForm,
): Promise<SubmitOutcome> {
  const { queue, device } = page;
  if (!isOnDevice) return { outcome: 'refused', attention, ...handBack(fresh, form) };
  if (form.isLeft()) return waits(page, id, true);
  try {
    const known = await queue.find(id);
    const stays = form.replaces !== null || (isEntry(known) && mayHaveRecord(known));
    const replaces = await returnToForm(page, id, stays, device.now());
    return replaces === undefined
      ? waits(page, id, false)
      : { outcome: 'refused', attention, replaces, isTried: false };
  } catch (error) {
    ifUnreadable(error);
    return waits(page, id, true);
  }
}

/** `kept`: the entry, which is in no queue any more. */
function handBack(kept: Fresh | null, { replaces }: SubmittingForm): HandBack {
  const mayHaveArrived = kept !== null && mayHaveRecord(kept.entry);
  return {
    replaces: (mayHaveArrived ? replacedBy(kept) : null) ?? replaces,
    isTried: kept !== null,
  };
}

function waits({ askToPersist }: Page, id: string, needsSender: boolean): SubmitOutcome {
  askToPersist();
  return { outcome: 'waiting', id, reference: referenceOf(id), needsSender };
}

import { referenceOf } from '../domain/reference.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import { withReopen, type Database } from '../store/database.ts';
import type { Attention, Entry, Receipt } from '../store/rows.ts';
import { isEditable, isReadable } from './entry.ts';

export type RequestState = 'waiting' | 'sending' | 'sent' | 'alert-not-sent' | 'attention';

/** A submission as its sender sees it, waiting or delivered. */
export interface RequestView {
  id: string;
  reference: string;
  kind: SubmissionKind;
  /** Milliseconds since 1970. */
  createdAt: number;
  state: RequestState;
  attention: Attention | null;
  /** The file that waits with it, in bytes; null for a delivered one. */
  file: { name: string; size: number; isUploaded: boolean } | null;
  canRetry: boolean;
  canEdit: boolean;
  canDiscard: boolean;
  mayHaveArrived: boolean;
}

/** Every entry and receipt on this device, newest first. */
export async function listRequests(db: Database, now: number): Promise<RequestView[]> {
  const [entries, receipts] = await withReopen(() => Promise.all([db.entries.toArray(), db.receipts.toArray()]));
  const views = [...entries.map((entry) => viewOfEntry(entry, now)), ...receipts.map(viewOfReceipt)];
  return views.sort((a, b) => b.createdAt - a.createdAt);
}

/** Longer than the longest request: an entry marked as sending before that was interrupted. */
const SENDING_MS = 11 * 60_000;

/** The state of a waiting entry; its record stored counts as sent, whatever the alert does. */
export function stateOf({ attention, step, sendingSince }: Entry, now: number): RequestState {
  if (attention) return 'attention';
  if (step === 'email') return 'sent';
  return sendingSince !== null && Math.abs(now - sendingSince) < SENDING_MS ? 'sending' : 'waiting';
}

function viewOfEntry(entry: Entry, now: number): RequestView {
  const { id, submission, createdAt, attention, attempted, file, step } = entry;
  const state = stateOf(entry, now);
  const mine = isReadable(entry) && state !== 'sent';
  return {
    id,
    reference: referenceOf(id),
    kind: submission.kind,
    createdAt,
    state,
    attention,
    file: file && { name: file.name, size: file.size, isUploaded: step !== 'file' },
    canRetry: mine && state !== 'sending' && attention?.reason !== 'date-passed' && attention?.reason !== 'file-lost',
    canEdit: mine && state !== 'sending' && isEditable(entry),
    canDiscard: mine && state !== 'sending',
    mayHaveArrived: attempted && !isEditable(entry),
  };
}

function viewOfReceipt({ id, kind, createdAt, alert }: Receipt): RequestView {
  const state = alert === 'sent' ? 'sent' : 'alert-not-sent';
  const no = { canRetry: false, canEdit: false, canDiscard: false, mayHaveArrived: false };
  return { id, reference: referenceOf(id), kind, createdAt, state, attention: null, file: null, ...no };
}

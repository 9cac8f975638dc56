/**
 * The product's own functions, imported here and in `portal/core.ts` only. `Core` is passed as a
 * value, so that `breaks.ts` can replace a part of it by a broken one.
 */
import type { Backend, RequestsBackend } from '../../src/core/server/backend.ts';
import { createSupabaseBackend } from '../../src/core/server/supabase-backend.ts';
import { customerAnswers } from '../../src/core/domain/booking-events.ts';
import { mintId } from '../../src/core/domain/mint-id.ts';
import type { Submission, SubmissionKind } from '../../src/core/domain/submission.ts';
import type { Device as DeviceFacts } from '../../src/core/outbox/deliver.ts';
import { mayHaveArrived, outcomeOf, type NewFile } from '../../src/core/outbox/entry.ts';
import { createQueue, enqueue, retryEntry, type Queue } from '../../src/core/outbox/queue.ts';
import { flush, underFlushLock, type FlushOptions } from '../../src/core/outbox/flush.ts';
import { ReplicaDatabase } from '../../src/core/store/replica-database.ts';
import { Database, isClosed, onceOpen } from '../../src/core/store/database.ts';
import type {
  KnownState,
  RequestAnswerEntry,
  SubmissionEntry,
  SubmissionReceipt,
} from '../../src/core/store/rows.ts';
import {
  beginEdit,
  confirmDatePassed,
  discardEntry,
  endEdit,
  returnToForm,
} from '../../src/core/submissions/manage-requests.ts';
import { prepareEntry, storeEdit, storeEntry } from '../../src/core/submissions/new-submission.ts';
import { createRequestAnswer } from '../../src/core/submissions/request-answer-kind.ts';
import {
  answerView,
  readStates,
  removeRefused,
  storeLinkedRequest,
  storeStates,
  type AnswerView,
} from '../../src/core/submissions/request-states.ts';
import { listRequests } from '../../src/core/submissions/requests.ts';
import { visitorKinds } from '../../src/core/submissions/kinds.ts';
import { LOCAL_PUBLISHABLE_KEY } from '../../supabase/local/keys.ts';

/** The dependencies of a flush. */
export type FlushDeps = Parameters<typeof visitorKinds>[0] & DeviceFacts & { queue: Queue };

export { customerAnswers, isClosed };
export { londonTime } from '../../src/core/domain/london-time.ts';
export { withAnswer } from '../../src/core/domain/booking-events.ts';
export { referenceOf } from '../../src/core/domain/submission.ts';
export type { BookingStatus, EventActor, EventKind } from '../../src/core/domain/booking-events.ts';
export type { Slot } from '../../src/core/domain/schedule.ts';
export type {
  AnswerView,
  Backend,
  RequestsBackend,
  ReplicaDatabase,
  Database,
  SubmissionEntry,
  NewFile,
  Submission,
  SubmissionKind,
};

export const openReplica = (name: string): ReplicaDatabase => new ReplicaDatabase(name);

/**
 * Shorter than a form's, so that the hammer covers both outcomes of a database that fails to open.
 */
const STORE_PATIENCE_MS = 300;

const REQUEST_TIMEOUT_MS = 30_000;

/** A form's content: a new submission, or an edit that replaces a queued one. */
export interface Form {
  /** The id of the replaced submission. */
  edits: string | null;
}

export const core = {
  openDatabase: (name: string) => new Database(name),
  createQueue: (db: Database): Queue => createQueue(db),
  createBackend: (url: string, fetch: typeof globalThis.fetch): Backend & RequestsBackend =>
    createSupabaseBackend({ url, publishableKey: LOCAL_PUBLISHABLE_KEY, fetch }),

  prepare: prepareEntry,
  /** Returns the id of the form's content, and whether that content was sent before. */
  async store(
    db: Database,
    entry: SubmissionEntry,
    file: NewFile | null,
    { edits }: Form,
    now: number,
  ): Promise<{ id: string; isSent: boolean }> {
    return onceOpen(db, STORE_PATIENCE_MS, async () => {
      if (edits) return storeEdit(db, edits, entry, file, now);
      await storeEntry(db, entry, file?.bytes ?? null);
      return { id: entry.id, isSent: false };
    });
  },
  flush: ({ queue, ...deps }: FlushDeps, options: FlushOptions) =>
    flush({ queue, kinds: visitorKinds(deps), device: deps }, options),
  underFlushLock,
  listRequests: (db: Database, now: number) =>
    listRequests(db, createQueue(db), async () => ({ now, isFlushing: true })),

  createRequestAnswer,
  storeRequestAnswer: (db: Database, entry: RequestAnswerEntry) =>
    onceOpen(db, STORE_PATIENCE_MS, () => enqueue(db, entry, null)),
  /** The outcome of a customer's answer, and whether an attempt before it may have arrived. */
  async answerOutcome(db: Database, id: string) {
    const entry = await db.entries.get(id);
    const { outcome } = outcomeOf(entry ?? (await db.receipts.get(id))) ?? { outcome: 'waiting' };
    return { outcome, mayHaveArrived: entry !== undefined && mayHaveArrived(entry) };
  },
  removeRefusedAnswer: removeRefused,
  storeLinkedRequest,
  /** Reads the states of bookings; false after a failure, or if the device could not store them. */
  async refreshStates(db: Database, backend: RequestsBackend, ids: readonly string[], now: number) {
    const read = await readStates(backend, ids, REQUEST_TIMEOUT_MS);
    if (read.outcome !== 'answered') return false;
    const states = new Map(read.value.map((state) => [state.id, { state, readAt: now }]));
    await storeStates(db, states);
    const stored = (await db.receipts.bulkGet([...states.keys()])) as SubmissionReceipt[];
    return stored.every(({ id, known }) => {
      const { sequence = 0 } = known?.state ?? {};
      return sequence >= (states.get(id)?.state.sequence ?? 0);
    });
  },
  storeState: (db: Database, id: string, known: KnownState) =>
    storeStates(db, new Map([[id, known]])),
  /** The bookings as My requests shows them, by id. */
  async viewAnswers(db: Database, ids: readonly string[], now: number) {
    const [entries, receipts] = await Promise.all([
      createQueue(db).list(),
      db.receipts.bulkGet([...ids]),
    ]);
    return new Map<string, AnswerView>(
      receipts.flatMap((receipt) => {
        const { id, known } = receipt as SubmissionReceipt;
        return known ? [[id, answerView(id, known, entries, now)]] : [];
      }),
    );
  },

  retry: (db: Database, id: string) => retryEntry(createQueue(db), id),
  confirmDatePassed: (db: Database, id: string) => confirmDatePassed(createQueue(db), id),
  discard: discardEntry,
  /** Opens a request for editing; null if it cannot be edited. */
  edit: async (db: Database, id: string, now: number): Promise<Form | null> =>
    (await beginEdit(db, id, now)) ? { edits: id } : null,
  /**
   * Returns a refused submission to its open form. `isPromised`: the sender already saw its
   * reference.
   */
  async handBack(db: Database, id: string, isPromised: boolean, now: number): Promise<Form | null> {
    const edits = await returnToForm(db, id, isPromised, now);
    return edits === undefined ? null : { edits: edits?.id ?? null };
  },
  /** Ends an edit and releases the unchanged request. */
  stopEditing: endEdit,

  /** The submission's outcome for its form; null while undecided. */
  async decide(db: Database, id: string) {
    const current = (await db.entries.get(id)) ?? (await db.receipts.get(id));
    return current ? outcomeOf(current) : null;
  },
  /** The alert's outcome for a delivered submission; null while undecided. */
  alertOf: async (db: Database, id: string) =>
    ((await db.receipts.get(id)) as SubmissionReceipt | undefined)?.alert ?? null,

  saveDraft: (db: Database, { kind, values }: Submission, { edits }: Form, now: number) =>
    db.drafts.put({
      form: kind,
      id: edits ?? mintId(),
      values,
      savedAt: now,
      ...(edits && { edits: { id: edits, keepsFile: false, day: null } }),
    }),
  async readDraft(db: Database, kind: SubmissionKind): Promise<Form | null> {
    const draft = await db.drafts.get(kind);
    return draft ? { edits: draft.edits?.id ?? null } : null;
  },
};

export type Core = typeof core;
export type RequestView = Awaited<ReturnType<Core['listRequests']>>[number];

import type { Entity } from '../domain/entities.ts';
import type { WaitReason } from '../domain/reasons.ts';
import type { SubmissionKind, SubmissionValues, Summary } from '../domain/submission.ts';
import { requestTimeout } from '../outbox/backoff.ts';
import { factsOf, isSameBytes, mayHaveRecord, newEntry, triesOf } from '../outbox/entry.ts';
import type { Fresh, NewFile } from '../outbox/entry.ts';
import {
  nothingLocal,
  type Attempt,
  type StepFailure,
  type StepResult,
} from '../outbox/mutation.ts';
import { readPayload } from '../outbox/queue.ts';
import type { FileBytes, OutboxEntry } from '../store/device-schema.ts';
import type { SubmissionReceipt, VisitorMutation, VisitorPorts } from './visitor-mutation.ts';

/** A waiting submission: a booking, a job application or a message. */
export interface SubmissionEntry<K extends SubmissionKind = SubmissionKind> extends OutboxEntry<
  'file' | 'row' | 'email'
> {
  kind: K;
  userId: null;
  values: SubmissionValues[K];
  /** The office's email about it could not be sent. */
  alertFailed?: true;
}

type Columns = Record<string, string | null>;

/** The part in which the submissions differ. */
interface SubmissionParts<K extends SubmissionKind, E extends SubmissionEntry<K>> {
  kind: K;
  noun: string;
  table: Entity;
  /** The columns that a visitor may write besides the id. */
  toColumns(values: SubmissionValues[K], filePath: string | null): Columns;
  /** The office's email request besides the id; absent texts are empty strings. */
  toAlert(values: SubmissionValues[K], filePath: string | null): Columns;
  precheck(entry: E, now: number): StepFailure | null;
  /** A booking's service and day, which its receipt keeps; null for the others. */
  summary(values: SubmissionValues[K]): Summary | null;
  isReceiptNeeded(receipt: SubmissionReceipt, today: string): boolean;
}

export interface SubmissionMutation<
  K extends SubmissionKind = SubmissionKind,
> extends VisitorMutation<SubmissionEntry<K>> {
  /** The requested calendar day, `YYYY-MM-DD`; null for none. */
  dayOf(values: SubmissionValues[K]): string | null;
  /**
   * A new entry for checked values. Its id, minted unless given, becomes the record's primary key.
   */
  create(
    values: SubmissionValues[K],
    file: NewFile | null,
    now: number,
    id?: string,
  ): Fresh<SubmissionEntry<K>>;
}

/** A submission: its file, then its record, then the email to the office about it. */
export function submissionMutation<
  K extends SubmissionKind,
  E extends SubmissionEntry<K> = SubmissionEntry<K>,
>(parts: SubmissionParts<K, E>): SubmissionMutation<K> {
  const { kind, noun, table, summary } = parts;
  const dayOf = (values: SubmissionValues[K]) => summary(values)?.day ?? null;

  return {
    noun,
    dayOf,
    steps: ({ file }) => (file ? ['file', 'row', 'email'] : ['row', 'email']),
    recordStep: 'row',
    localStep: null,
    precheck: async (entry, now) => parts.precheck(entry as E, now),

    async perform(entry, attempt, ports) {
      const { id, values, file, step } = entry;
      const { backend, place } = ports;
      const path = file?.path ?? null;
      if (step === 'email') {
        const data = { id, ...parts.toAlert(values, path) };
        return afterAlert(
          entry,
          await backend.sendAlert({ type: kind, data }, requestTimeout(null, place)),
        );
      }
      if (step === 'file' && file) return uploadFile(entry, attempt, ports);
      const row = { id, ...parts.toColumns(values, path) };
      const result = await backend.insertRecord(table, row, requestTimeout(null, place));
      const isFormer =
        result.outcome === 'accepted' && result.wasThere && entry.serverMayHave === 'former-record';
      return isFormer
        ? { outcome: 'accepted', changes: { serverMayHave: 'only-former-record' } }
        : result;
    },

    rateLimit: ({ step }) => (step === 'email' ? null : `insert ${table}`),
    // The bucket lost the file: the bytes are still here, so it is uploaded again.
    afterRefusal: (_, { reason }) => (reason === 'file-missing' ? { repeat: 'file' } : 'ask'),
    applyLocally: nothingLocal,

    receipt({ createdAt, values, alertFailed, serverMayHave }) {
      const kept = summary(values);
      return {
        createdAt,
        alert: alertFailed ? 'not-sent' : 'sent',
        ...(kept && { summary: kept }),
        ...(serverMayHave === 'only-former-record' && { hasOnlyFormer: true }),
      } satisfies Partial<SubmissionReceipt>;
    },
    isReceiptNeeded: (receipt, today) => parts.isReceiptNeeded(receipt as SubmissionReceipt, today),
    shownReceipt: (receipt) => receipt as SubmissionReceipt,

    undo: (entry) =>
      entry.step === 'email'
        ? { isPossible: false }
        : { isPossible: true, maybeTooLate: mayHaveRecord(entry), replacement: null },

    card: ({ values, file, step }) => ({
      type: 'submission',
      kind,
      summary: summary(values),
      file: file && { name: file.name, size: file.size, isUploaded: step !== 'file' },
    }),
    overlay: (_, state) => state,
    afterRead: () => null,

    create(values, file, now, id) {
      const waiting = newEntry(kind, null, now, id);
      const entry = {
        ...waiting,
        values,
        file: file && factsOf(file, `${waiting.id}.${file.extension}`),
        step: file ? ('file' as const) : ('row' as const),
      };
      return { entry, file: file && { bytes: file.bytes } };
    },

    editing: {
      formOf: ({ values }) => ({ key: kind, values, day: dayOf(values) }),
      replace: replaceSubmission,
      isSame: (old, fresh) =>
        JSON.stringify(old.entry.values) === JSON.stringify(fresh.entry.values) &&
        isSameFile(old.file, fresh.file),
    },
  };
}

/**
 * A file that the server may have cannot be replaced under its name: if the record cannot have
 * arrived, a new file is sent under a new id; else the old one stays.
 */
function replaceSubmission<E extends SubmissionEntry>(
  old: E,
  fresh: Fresh<E>,
  storedFile: FileBytes | null,
): Fresh<E> {
  const keepsItsFile = isSameFile(storedFile, fresh.file);
  if (!keepsItsFile && old.serverMayHave === 'file') return fresh;
  const entry: E = {
    ...underId(old.id, fresh.entry),
    createdAt: old.createdAt,
    revision: old.revision + 1,
    serverMayHave: mayHaveRecord(old) ? 'former-record' : old.serverMayHave,
  };
  const keepsFile = keepsItsFile || (mayHaveRecord(old) && storedFile !== null);
  return keepsFile
    ? { entry: { ...entry, file: old.file, step: old.step }, file: storedFile }
    : { entry, file: fresh.file };
}

const underId = <E extends SubmissionEntry>(id: string, entry: E): E => ({
  ...entry,
  id,
  ...(entry.file && { file: { ...entry.file, path: entry.file.path.replace(entry.id, id) } }),
});

/** A new entry in the place of one that left this device and may have arrived. */
export const inPlaceOf = <E extends SubmissionEntry>(id: string, { entry, file }: Fresh<E>) => ({
  entry: { ...underId(id, entry), serverMayHave: 'former-record' as const },
  file,
});

/** True if a form brings no other file than the stored one. */
const isSameFile = (stored: FileBytes | null, fresh: FileBytes | null): boolean =>
  fresh && stored ? isSameBytes(stored.bytes, fresh.bytes) : !fresh;

async function uploadFile<E extends SubmissionEntry>(
  entry: E,
  { readFile, lastRetry }: Attempt,
  { backend, place, onUpload }: VisitorPorts,
): Promise<StepResult<E>> {
  const stored = await readPayload(entry, lastRetry, readFile);
  if (!entry.file || !stored) return { outcome: 'rejected', reason: 'file-lost', message: '' };
  const { path, type } = entry.file;
  return backend.uploadResume(
    { path, type, bytes: stored.bytes },
    requestTimeout(entry.file, place),
    (sentBytes) => onUpload?.(entry.id, sentBytes),
  );
}

const ALERT_TRIES = 3;

/**
 * Failures that do not settle the alert: our server was not reached, or another caller has leased
 * the alert and may fail.
 */
const UNDECIDED = new Set<WaitReason>(['offline', 'no-answer', 'not-our-server', 'in-progress']);

/**
 * The record is stored, so the alert must not delay the entry's end: any decision ends this step,
 * and so does the third attempt without one.
 */
function afterAlert<E extends SubmissionEntry>(
  entry: E,
  result: Awaited<ReturnType<VisitorPorts['backend']['sendAlert']>>,
): StepResult<E> {
  const isUndecided =
    result.outcome === 'retry' && UNDECIDED.has(result.reason) && triesOf(entry) + 1 < ALERT_TRIES;
  if (isUndecided || result.outcome === 'accepted') return result;
  const changes: Partial<SubmissionEntry> = { alertFailed: true };
  return { outcome: 'accepted', changes: changes as Partial<E> };
}

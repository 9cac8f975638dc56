import type { AttentionReason, WaitReason } from '../domain/reasons.ts';
import type { Submission, SubmissionKind, Summary } from '../domain/submission.ts';

/** What waits on this device to be done on the server. Times are milliseconds since 1970 on this device's clock. */
export interface OutboxEntry<Step extends string | number = string | number> {
  /** The id of the record it will become, if it becomes one. */
  id: string;
  /** The format of this row; a release leaves rows of a newer one alone. */
  version: number;
  /** Counts the changes, so that two flushers never write over each other. */
  revision: number;
  createdAt: number;
  /** The ledger: the steps before this one are done. */
  step: Step;
  state: EntryState;
  file: FileFacts | null;
  /** A request that changes something on the server may have left this device. */
  attempted: boolean;
  /** The record may be on the server: set just before the request that stores it leaves. A definite no takes back what its own try added. */
  mayHaveArrived: boolean;
}

/** Where an entry stands. `tries`: those of its step that brought no result. */
export type EntryState =
  /** Due when `retry` says, or at once. */
  | { name: 'waiting'; tries: number; retry: Retry | null }
  /** `retry`: the failure of the try before, if it failed. */
  | { name: 'sending'; tries: number; since: number; retry?: Retry }
  /** Not tried again by itself. */
  | ({ name: 'attention' } & Attention);

/** A waiting submission. */
export interface SubmissionEntry extends OutboxEntry<'file' | 'row' | 'email'> {
  submission: Submission;
  /** The sender said that a booking whose day has passed should be sent anyway. */
  datePassedConfirmed: boolean;
  /** Changed by its sender after it may have arrived: what the server has under its id may be what it was before. */
  edited?: true;
  /** The record was there before the change. */
  hadArrived?: true;
  /** The office's email about it could not be sent. */
  alertFailed?: true;
}

export interface Retry {
  /** `being-edited`: held back for its sender's changes. `signed-out`: the session was over. Neither counts as a try. */
  reason: WaitReason | 'being-edited' | 'signed-out';
  at: number;
  delayMs: number;
}

export interface Attention {
  reason: AttentionReason;
  message: string;
}

/** A file without its bytes, so that listing entries never reads them. */
export interface FileFacts {
  /** The name it had on the sender's device. */
  name: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Its minted path in the bucket. */
  path: string;
}

/** The bytes of an entry's file. WebKit can't store a Blob, so they are an ArrayBuffer. */
export interface FileRow {
  id: string;
  bytes: ArrayBuffer;
}

/** What is left of a delivered submission: no content but, of a booking, its service and day. */
export interface Receipt {
  id: string;
  kind: SubmissionKind;
  createdAt: number;
  sentAt: number;
  alert: 'sent' | 'not-sent';
  /** Absent in those of other kinds. */
  summary?: Summary;
  /** It had arrived before its sender changed it, and stays as it was. */
  hadArrived?: true;
}

/** What is typed into a form and not yet sent. */
export interface Draft {
  form: SubmissionKind;
  values: unknown;
  savedAt: number;
  /** What it edits, when it is no new submission. */
  edits?: Edits;
}

/** A waiting entry whose content is in a form again, to be sent in its place and under its id. */
export interface Edits {
  id: string;
  /** Its file may be with the server, where no other takes its place. */
  keepsFile: boolean;
  /** The day that it asks for, `YYYY-MM-DD`: it may keep that though it has passed. */
  day: string | null;
}

/** A file picked in such a form. Apart from the texts, so that saving a keystroke never writes it anew. */
export interface DraftFile {
  form: SubmissionKind;
  /** The name it had on the sender's device. */
  name: string;
  bytes: ArrayBuffer;
  savedAt: number;
}

/**
 * A single fact about this device: its install id, that a loss was noticed and not yet acknowledged, the contact details that a
 * person asked it to remember, or that the sender of the submission with this id wants to be told when it is sent.
 */
export interface Fact {
  key: 'install-id' | 'loss' | 'details' | `tell:${string}`;
  value: string;
}

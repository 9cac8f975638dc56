import type { AttentionReason, RetryReason } from '../domain/reasons.ts';
import type { Submission, SubmissionKind } from '../domain/submission.ts';

/** The steps that deliver a submission, in order. */
export type Step = 'file' | 'row' | 'email';

/** What waits on this device to be done on the server. Times are milliseconds since 1970 on this device's clock. */
export interface Waiting {
  /** The id of the record it will become, if it becomes one. */
  id: string;
  /** The form of this row; a release leaves rows of a later form alone. */
  version: number;
  /** Counts the changes, so that two flushers never write over each other. */
  revision: number;
  createdAt: number;
  /** Tries of this step that brought no result. */
  attempts: number;
  /** A request has left this device, so the record may have arrived. */
  attempted: boolean;
  sendingSince: number | null;
  retry: Retry | null;
  attention: Attention | null;
}

/** A waiting submission. */
export interface Entry extends Waiting {
  submission: Submission;
  file: FileFacts | null;
  /** The ledger: the steps before this one are done. */
  step: Step;
  /** The sender said that a booking whose day has passed is to be sent all the same. */
  lateConfirmed: boolean;
}

export interface Retry {
  reason: RetryReason;
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

/** What is left of a delivered submission: no content. */
export interface Receipt {
  id: string;
  kind: SubmissionKind;
  createdAt: number;
  sentAt: number;
  alert: 'sent' | 'not-sent';
}

/** What is typed into a form and not yet sent. */
export interface Draft {
  form: SubmissionKind;
  values: unknown;
  savedAt: number;
}

/** A file picked in such a form. Apart from the texts, so that saving a keystroke never writes it anew. */
export interface DraftFile {
  form: SubmissionKind;
  /** The name it had on the sender's device. */
  name: string;
  bytes: ArrayBuffer;
  savedAt: number;
}

/** A single fact about this device: its install id, or that a loss was noticed and not yet acknowledged. */
export interface Fact {
  key: 'install-id' | 'loss';
  value: string;
}

import type { CustomerBooking } from '../domain/booking-events.ts';
import type { CrewReport, CrewSheet, LateReport } from '../domain/crew-sheet.ts';
import type { AttentionReason, WaitReason } from '../domain/reasons.ts';
import type { User } from '../domain/user.ts';

/**
 * The rows that this device stores, but for the fields of each mutation's own entries and receipts.
 * Times are milliseconds since 1970 on this device's clock.
 */

/** A mutation that waits on this device for the server. */
export interface OutboxEntry<Step extends string | number = string | number> {
  /** The id of the record that it becomes, if it becomes one. */
  id: string;
  /** Names its mutation. A context leaves entries of other kinds alone. */
  kind: string;
  /** The administrator whose entry it is; null for a visitor's. */
  userId: string | null;
  /** The format of this row. A release leaves rows of a newer format alone. */
  version: number;
  /** Counts the changes, so that two flushes never overwrite each other. */
  revision: number;
  createdAt: number;
  /** The next step; the steps before it are done. */
  step: Step;
  state: EntryState;
  file: FileFacts | null;
  serverMayHave: ServerMayHave;
  /** The server has its record, and a later step is left. */
  isStored?: true;
}

/**
 * How much of an entry the server may have, from least to most. Written down before the request
 * that raises it leaves; a refusal takes back only its own attempt’s part.
 */
export type ServerMayHave =
  /** No request that changes something has left this device. */
  | 'nothing'
  /** A request before the record's may have left. */
  | 'file'
  | 'record'
  /** The record as it was before its sender changed it. */
  | 'former-record'
  /** Certainly that record, which the server keeps as it was. */
  | 'only-former-record';

/** `tries` counts the attempts at the entry's step that ended without a result. */
export type EntryState =
  /** Due when `retry` says, or at once. */
  | { name: 'waiting'; tries: number; retry: Retry | null }
  /** `retry` is the failure of the attempt before, if it failed. */
  | { name: 'sending'; tries: number; since: number; retry?: Retry }
  /** Not retried by itself. */
  | ({ name: 'attention' } & Attention);

/** A wait before the next attempt. */
export interface Retry {
  /** `signed-out` does not count as an attempt. `editing`: its sender has it open in a form. */
  reason: WaitReason | 'signed-out' | 'editing';
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

/** The bytes of an entry's file. WebKit can't store a Blob, so they are ArrayBuffers. */
export interface FileBytes {
  bytes: ArrayBuffer;
  /** The other picture of a pair that is not joined yet; later, the picture's small version. */
  second?: ArrayBuffer;
  /** The other photographs of a report. */
  others?: readonly ArrayBuffer[];
}

export interface FileRow extends FileBytes {
  id: string;
}

/** The remains of a decided entry: its decision, without its content. */
export interface Receipt {
  id: string;
  kind: string;
  userId: string | null;
  settledAt: number;
  /** Why the server refused it for good; null for a success. */
  refusal: Attention | null;
  /** The server had it before its sender changed it, and keeps that version. */
  hasOnlyFormer?: true;
  /** Its effect stands by another entry, which has another text. */
  isTextUnsent?: true;
}

/** A booking's state as the server gave it; null when it knows no such booking. */
export interface KnownState {
  state: CustomerBooking | null;
  /** The last state of a booking that the server no longer knows; absent if this device saw none. */
  former?: CustomerBooking;
  /** When the server was asked. */
  readAt: number;
}

export interface StoredForm {
  /** Names the form. */
  key: string;
  /** The administrator whose form it is; null for a visitor's. */
  userId: string | null;
  /** The id that its mutation gets, in whichever tab it is sent. */
  id: string;
  values: unknown;
  savedAt: number;
  /** It was submitted, and not stored: device and server may have it all the same. */
  isTried?: true;
  /** The waiting entry that it replaces; absent for a new one. */
  replaces?: Replaced;
}

/** A waiting entry whose content is in a form again; submitting replaces it under its id. */
export interface Replaced {
  id: string;
  /** The server may have its file, which cannot be replaced. */
  keepsFile: boolean;
  /** Its requested day, `YYYY-MM-DD`, which is accepted although it has passed. */
  day: string | null;
}

/**
 * A file chosen in such a form. Separate from the values, so that saving a keystroke never rewrites
 * it.
 */
export interface FormFile {
  key: string;
  /** The name it had on the sender's device. */
  name: string;
  bytes: ArrayBuffer;
  savedAt: number;
}

/**
 * A single fact about this device: its install id, an unacknowledged loss of storage, remembered
 * contact details, that the sender of the submission with this id wants a notification, or the last
 * push with this tag.
 */
export interface Fact {
  key: 'install-id' | 'loss' | 'details' | `tell:${string}` | `push:${string}`;
  value: string;
}

/** The database that holds a user's replica of the lists. */
export interface StoredReplica {
  name: string;
  userId: string;
  /** It is to be removed, and no tab opens it again. */
  isAbandoned: boolean;
}

/** A single fact about a user's portal on this device. */
export interface PortalFact {
  userId: string;
  key: 'role' | 'counts' | 'last-visit' | 'resumes' | 'push-offer';
  value: unknown;
}

/** The signed-in user's session on this device. */
export interface StoredSession {
  accessToken: string;
  refreshToken: string;
  renewedAt: number;
  expiresAt: number;
  user: User;
  /** The server asks for a code of the second factor, and answers this session nothing before. */
  needsCode?: true;
}

/** This phone's registration for the crew's page. */
export interface CrewDevice {
  key: 'device';
  /** Sent to the server, which stores its hash: 32 hexadecimal digits. */
  secret: string;
  /** The person's name; null before the registration. */
  name: string | null;
  /** A registration has left, and its response is unknown. */
  isTried?: true;
  /** The person asked for notifications of changes. */
  isNotified?: true;
}

/** The office ended the registration. */
export interface CrewEnded {
  key: 'ended';
}

/** A person's days, replaced as a whole. */
export interface StoredCrewSheet extends CrewSheet {
  key: 'sheet';
}

/** When this device forgets a row, in ms since 1970 on its own clock; see `hasEnded`. */
export type Ending = Pick<CrewSheet, 'readAt' | 'endsAt'>;

/** The visit that a report is about. */
export interface ReportedJob extends Ending {
  job: string;
  /** `YYYY-MM-DD`. */
  day: string;
  time_slot: string;
}

/** A report that is typed and not sent. */
export interface CrewDraft {
  key: `draft:${string}`;
  about: ReportedJob;
  report: CrewReport;
  text: string;
}

export type CrewRow = CrewDevice | CrewEnded | StoredCrewSheet | CrewDraft;

/** A decided report. It names no customer, and ends with its sheet. */
export interface CrewReceipt extends Receipt {
  kind: typeof CREW_REPORT;
  about: ReportedJob;
  report: CrewReport;
  text: string | null;
  /** When the person made it, in ms since 1970. */
  madeAt: number;
  /** Photographs that the server has. */
  photos: number;
  lostPhotos: number;
  late: LateReport | null;
}

/** The kind of a report's entries and receipts. */
export const CREW_REPORT = 'crew-report';

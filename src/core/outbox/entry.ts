import { TABLE_OF, type Submission } from '../domain/submission.ts';
import type { Entry, FileFacts, Step } from '../store/rows.ts';
import { createWaiting } from './waiting.ts';

/** The form of the entries this release writes. It reads this one and the two before it. */
export const ENTRY_VERSION = 1;

export interface NewFile {
  name: string;
  type: string;
  extension: string;
  bytes: ArrayBuffer;
}

/** A fresh entry for a checked submission. The id minted here is the primary key of the record it will become. */
export function createEntry(submission: Submission, file: NewFile | null, now: number): Entry {
  const waiting = createWaiting(ENTRY_VERSION, now);
  return {
    ...waiting,
    submission,
    file: file && factsOf(file, `${waiting.id}.${file.extension}`),
    step: file ? 'file' : 'row',
    lateConfirmed: false,
  };
}

/** A file without its bytes, and the path it will have in its bucket. */
export const factsOf = ({ name, type, bytes }: NewFile, path: string): FileFacts => ({ name, type, size: bytes.byteLength, path });

export const tableOf = (entry: Entry) => TABLE_OF[entry.submission.kind];

/** The step after this one; null when all is done. */
export function stepAfter(step: Step): Step | null {
  return step === 'file' ? 'row' : step === 'row' ? 'email' : null;
}

/** False for what a newer release wrote: this one leaves it alone. */
export const isReadable = (entry: Entry) => entry.version <= ENTRY_VERSION;

/**
 * True when a booking's day has passed while it waited, so that its sender is asked before it goes out.
 * Days are calendar days where the device is.
 */
export function isLate(entry: Entry, now: number): boolean {
  if (entry.submission.kind !== 'booking' || entry.lateConfirmed || entry.step === 'email') return false;
  const day = entry.submission.values.preferred_date;
  return day < localDay(now) && day >= localDay(entry.createdAt);
}

function localDay(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Edit is safe only while the record can't have arrived: never sent, or refused by the server. */
export function isEditable(entry: Entry): boolean {
  if (entry.step === 'email') return false;
  return !entry.attempted || (entry.attention !== null && !ASKED_HERE.has(entry.attention.reason));
}

/** Reasons that this device found itself; the server has said nothing about the entry. */
const ASKED_HERE = new Set(['date-passed', 'file-lost']);

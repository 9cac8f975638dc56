import type { FileFacts, Step } from '../store/rows.ts';

/** Where a flush runs: a worker's life is short, so it leaves slow files to an open page. */
export type Place = 'page' | 'worker';

const REQUEST = 30_000;
const LONGEST = { page: 600_000, worker: 150_000 };
/** A résumé on a bad mobile connection, in bytes per millisecond. */
const SLOWEST_UPLOAD = 18;

/** How long the entry's next request may take, in ms. */
export function timeoutOf({ step, file }: { step: Step; file: FileFacts | null }, place: Place): number {
  if (step !== 'file' || !file) return REQUEST;
  return Math.min(REQUEST + file.size / SLOWEST_UPLOAD, LONGEST[place]);
}

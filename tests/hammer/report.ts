import type { Tally } from './tally.ts';

/** Something that is wrong at the end. */
export interface Finding {
  fault: string;
  /** Whose it is: it begins with a letter and the number of the device. */
  subject: string;
  why: string;
}

/** What a run did and found. */
export interface Report {
  /** How many submissions, or changes. */
  amount: number;
  /** The same in words, with the number of devices. */
  work: string;
  faults: Tally;
  crashes: Tally;
  kills: number;
  /** Figures that are no fault of the product's. */
  remarks: string[];
  /** Every fault that was looked for. */
  kinds: readonly string[];
  findings: Finding[];
}

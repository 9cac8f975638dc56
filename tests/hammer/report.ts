import type { Tally } from './tally.ts';

/** A fault found at the end. */
export interface Finding {
  fault: string;
  /** Begins with a letter and the number of the device. */
  subject: string;
  why: string;
}

/** A run's figures and findings. */
export interface Report {
  /** The number of submissions or changes. */
  amount: number;
  /** The same as text, with the number of devices. */
  work: string;
  faults: Tally;
  crashes: Tally;
  kills: number;
  /** Figures that are not the product's faults. */
  remarks: string[];
  /** All faults that were checked for. */
  kinds: readonly string[];
  findings: Finding[];
}

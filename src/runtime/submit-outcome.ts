import type { WaitCause } from '../core/domain/reasons.ts';
import type { Attention, Edits, Receipt } from '../core/store/rows.ts';

/** The outcome of a submit, for its form. */
export type SubmitOutcome =
  /**
   * The record is stored. `hadArrived`: it was there before its sender changed it, and stays as it was. `alert` tells later
   * whether the office got its email; null when that can't be known any more.
   */
  | {
      outcome: 'done';
      id: string;
      reference: string;
      hadArrived: boolean;
      alert: Promise<Receipt['alert'] | null>;
    }
  /** Durable on this device; it will be sent. `needsSender`: it was refused after its form was left, and stays in My requests. */
  | { outcome: 'waiting'; id: string; reference: string; needsSender: boolean }
  /**
   * A refusal: the form keeps its input. `edits` is the entry that the next submit replaces: an earlier try may have arrived.
   */
  | { outcome: 'refused'; attention: Attention; edits: Edits | null }
  /**
   * Not stored, and perhaps not sent: the form keeps its input. `cause` is the last failure; null without one.
   * `mayHaveArrived`: the answer was lost, or named no result for the record.
   */
  | { outcome: 'not-stored'; edits: Edits; cause: WaitCause | null; mayHaveArrived: boolean };

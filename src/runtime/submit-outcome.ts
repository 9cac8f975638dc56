import type { WaitCause } from '../core/domain/reasons.ts';
import type { Attention, Edits, Receipt } from '../core/store/rows.ts';

/** The outcome of a submit, for its form. */
export type SubmitOutcome =
  /**
   * The record is stored. `hadArrived`: the server had it before its sender changed it, and keeps
   * that version. `alert` resolves with whether the office got its email; null when that cannot be
   * known any more.
   */
  | {
      outcome: 'done';
      id: string;
      reference: string;
      hadArrived: boolean;
      alert: Promise<Receipt['alert'] | null>;
    }
  /**
   * Durable on this device, and sent later. `needsSender`: it was refused after its form was left,
   * and stays in My requests.
   */
  | { outcome: 'waiting'; id: string; reference: string; needsSender: boolean }
  /**
   * A refusal: the form keeps its input. `edits`: the entry that the next submit replaces, because
   * an earlier attempt may have arrived.
   */
  | { outcome: 'refused'; attention: Attention; edits: Edits | null }
  /**
   * Not stored, and perhaps not sent: the form keeps its input. `cause`: the last failure; null
   * without one. `mayHaveArrived`: the answer was lost, or named no result for the record.
   */
  | { outcome: 'not-stored'; edits: Edits; cause: WaitCause | null; mayHaveArrived: boolean };

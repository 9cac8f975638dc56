import type { Attention, Edits, Receipt } from '../../core/store/rows.ts';

/** What became of a submit, for its form. */
export type SubmitOutcome =
  /**
   * The record is stored. `hadArrived`: it was there before its sender changed it, and stays as it was. `alert` tells later
   * whether the office got its e-mail; null when that can't be known any more.
   */
  | { outcome: 'done'; id: string; reference: string; hadArrived: boolean; alert: Promise<Receipt['alert'] | null> }
  /** Durable on this device; it will be sent. */
  | { outcome: 'waiting'; id: string; reference: string }
  /**
   * A definite no: the form keeps its input. `edits` is what it is to be submitted in place of from now on: an earlier try may
   * have arrived.
   */
  | { outcome: 'refused'; attention: Attention; edits: Edits | null }
  /** Neither stored nor sent: the form keeps its input. */
  | { outcome: 'not-stored'; edits: Edits };

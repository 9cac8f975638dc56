import type { WaitCause } from '../core/domain/reasons.ts';
import type { Outcome } from '../core/outbox/entry.ts';
import type { Edits, SubmissionReceipt } from '../core/store/rows.ts';

type As<O extends Outcome['outcome']> = Extract<Outcome, { outcome: O }>;

/** The outcome of a submit, with what its form needs besides. */
export type SubmitOutcome =
  /** `alert` resolves with whether the office got its email; null when that cannot be known any more. */
  | (As<'done'> & {
      id: string;
      reference: string;
      alert: Promise<SubmissionReceipt['alert'] | null>;
    })
  /** `needsSender`: it was refused after its form was left, and stays in My requests. */
  | { outcome: 'waiting'; id: string; reference: string; needsSender: boolean }
  /**
   * The form keeps its input. `edits`: the entry that the next submit replaces, because an earlier
   * attempt may have arrived.
   */
  | (As<'refused'> & { edits: Edits | null })
  | (As<'not-stored'> & { cause: WaitCause | null; edits: Edits });

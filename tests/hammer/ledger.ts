import type { SubmissionKind } from '../../src/core/domain/submission.ts';

/** A statement to a person about one of their records. */
export type Statement =
  /** It is stored on this device or on its way, and need not be sent again. */
  | { what: 'saved'; id: string }
  /** It has not left this device. `wasStored`: the server had confirmed it by then. */
  | { what: 'not-sent'; id: string; wasStored: boolean }
  | { what: 'may-have-arrived'; id: string }
  /** `edition`: null if the person cannot know which one. */
  | { what: 'sent'; id: string; edition: number | null; wasStored: boolean }
  | { what: 'alert-sent' | 'alert-not-sent'; id: string }
  /** The server has refused it, so it has not arrived. */
  | { what: 'refused'; id: string; wasStored: boolean }
  /** It needs its sender, although it has no fault of its own. */
  | { what: 'needless'; id: string; reason: string }
  /** An edit came too late: the earlier content is stored. */
  | { what: 'had-arrived'; id: string }
  | { what: 'discarded'; id: string; mayHaveArrived: boolean }
  /** Its form was still open when it was discarded, and its person has submitted it since. */
  | { what: 'submitted-again'; id: string }
  /** A form returned its submission, or stayed silent, without a reason. */
  | { what: 'unfounded'; id: string; text: string };

/** One thing that a person wants from the office, however often it is edited or sent. */
export interface Wish {
  /** The email address of all its records; names the device and the wish. */
  email: string;
  kind: SubmissionKind;
  /** The last edition that a screen promised to send under each of its ids; null if it is unknown. */
  editions: Map<string, number | null>;
  statements: Statement[];
  /** Its person discarded it, or accepted a refusal. */
  isGivenUp: boolean;
  /** It was typed again after the death of a page that could store neither it nor its draft. */
  isRetyped: boolean;
  /** Ids that are still queued on the device at the end. */
  waiting: string[];
  /** Size and hash of its file; null without one. */
  resume: { size: number; sha256: string } | null;
}

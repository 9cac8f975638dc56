import type { SubmissionKind } from './core.ts';

/** What a person was told about one of their records. */
export type Told =
  /** It is safe on this device, or on its way: they need not send it again. */
  | { what: 'saved'; id: string }
  /** It has not left this device. `wasStored`: the server had called it stored by then. */
  | { what: 'not-sent'; id: string; wasStored: boolean }
  | { what: 'may-have-arrived'; id: string }
  | { what: 'sent'; id: string; edition: number; wasStored: boolean }
  | { what: 'alert-sent' | 'alert-not-sent'; id: string }
  /** The server has refused it: it has not arrived. */
  | { what: 'refused'; id: string; wasStored: boolean }
  /** It needs its sender, and has no fault of its own. */
  | { what: 'needless'; id: string; reason: string }
  /** An edit came too late: what was sent before is what is stored. */
  | { what: 'had-arrived'; id: string }
  | { what: 'discarded'; id: string; mayHaveArrived: boolean }
  /** A form gave its submission back, or said nothing, for no reason that there was. */
  | { what: 'unfounded'; id: string; words: string };

/** One thing that a person wants from the office, however often they edit or send it. */
export interface Wish {
  /** The email address in all of its records: names the device and the wish. */
  email: string;
  kind: SubmissionKind;
  /** The last edition sent under each id that was minted for it. */
  editions: Map<string, number>;
  told: Told[];
  /** They have given it up: discarded it, or let a refusal stand. */
  isGivenUp: boolean;
  /** Ids that still wait on the device when all is over. */
  waiting: string[];
  /** The bytes of its file; null without one. */
  resume: { size: number; sha256: string } | null;
}
